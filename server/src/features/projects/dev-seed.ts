import { createUser } from '#features/accounts';
import type { InstanceContext } from '#platform/context';
import { hashPassword, randomLetters } from '#platform/crypto';
import { apiKeyHash, derivedApiKeys } from './api-key.ts';
import { createProject } from './create-project.ts';
import type { ProjectKeys } from './project-keys.ts';

const email = 'owner@postrider.test';

export interface DevSeed {
  readonly email: string;
  /** Only when it was made by this call; it is stored nowhere. */
  readonly password: string | null;
  /** Null when another person signed up first, or the keys were replaced. */
  readonly publicKey: string | null;
  readonly secretKey: string | null;
}

/** Creates an owner and a project to try things with, when there is no user. Only for `npm run dev`. */
export async function ensureDevProject(ctx: InstanceContext): Promise<DevSeed> {
  const hasOwner = await ctx.read(({ db }) => db.selectFrom('users').select('id').limit(1).executeTakeFirst());
  if (hasOwner) return { email, password: null, ...(await seededKeys(ctx)) };

  const password = randomLetters().slice(-16);
  const passwordHash = await hashPassword(password);
  return ctx.transaction(async (tx) => {
    const proven = { isVerified: true, isAddressProven: true };
    const owner = await createUser(tx, { email, name: 'Owner', passwordHash, ...proven });
    const { keys } = await createProject(tx, ctx.config, owner.id, { name: 'My project' }, (handle) =>
      firstKeys(ctx, handle),
    );
    return { email, password, publicKey: keys.public, secretKey: keys.secret };
  });
}

function firstKeys(ctx: InstanceContext, handle: string): ProjectKeys {
  const [keys] = keysOf(ctx, handle);
  if (!keys) throw new Error('an instance has a secret');
  return keys;
}

/** The keys derived from each of the instance's secrets. */
function keysOf({ config }: InstanceContext, handle: string): ProjectKeys[] {
  const publicKeys = derivedApiKeys(config, 'public', handle);
  const secretKeys = derivedApiKeys(config, 'secret', handle);
  return publicKeys.map((key, index) => ({ public: key, secret: secretKeys[index] ?? '' }));
}

/** The seeded keys are derived, so a later start can print them again, as long as they are the ones in use. */
async function seededKeys(ctx: InstanceContext): Promise<Pick<DevSeed, 'publicKey' | 'secretKey'>> {
  const oldest = await ctx.read(({ db }) =>
    db
      .selectFrom('projects')
      .innerJoin('apiKeys', 'apiKeys.projectId', 'projects.id')
      .select(['handle', 'hash'])
      .where('kind', '=', 'secret')
      .orderBy('projects.createdAt')
      .limit(1)
      .executeTakeFirst(),
  );
  const keys = oldest && keysOf(ctx, oldest.handle).find(({ secret }) => apiKeyHash(secret).equals(oldest.hash));
  if (!keys) return { publicKey: null, secretKey: null };
  return { publicKey: keys.public, secretKey: keys.secret };
}
