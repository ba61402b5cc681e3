import type { ProjectContext, ProjectTx } from '#platform/context';
import { deriveKey, seal } from '#platform/crypto';
import { TooManyRequests } from '#platform/http';
import { countUse } from '#platform/rate-limit';
import { Invalid } from '#platform/refusals';
import { keyContext, keyPurpose } from './dkim-key-for.ts';
import type { Domain, DomainId } from './domain.ts';
import { domainChecks } from './domain-checks.ts';
import { reservedAs } from './domain-name.ts';
import { lockDomains } from './lock-domains.ts';
import type { DkimKeyPair } from './make-dkim-key.ts';
import { findDomain, findDomainByName } from './queries.ts';
import { DomainExists, DomainLimitReached } from './refusals.ts';
import { relayIdentity } from './relay-identity.ts';

const mostDomains = 50;
const daySeconds = 24 * 60 * 60;
/** Keys are dear to make; whoever adds and deletes in a circle is stopped. */
const mostPerDay = 500;

/** Adds a domain with a key of its own; its first check is due at once. `domain` is in its stored form. */
export async function createDomain(ctx: ProjectContext, domain: string): Promise<Domain> {
  const reserved = reservedAs(ctx.config, domain);
  if (reserved) throw Invalid([{ field: 'domain', code: 'custom', message: reservations[reserved], received: domain }]);
  await ctx.transaction(async (tx) => {
    await checkRoom(tx, domain);
    const { used, resetSeconds } = await countUse(tx.db, `domains:${tx.projectId}`, mostPerDay, daySeconds);
    if (used > mostPerDay) throw TooManyRequests('project', mostPerDay, daySeconds, resetSeconds);
  });
  const key = await relayIdentity.makeKey();
  return ctx.transaction(async (tx) => {
    await lockDomains(tx);
    await checkRoom(tx, domain);
    const id = await write(tx, domain, key);
    tx.afterCommit(domainChecks.wake);
    const created = await findDomain(tx, id);
    if (!created) throw new Error('a domain that was just written is there');
    return created;
  });
}

const reservations = {
  sandbox: 'This is the sandbox domain: it is built in.',
  mailbox: 'This domain belongs to a mailbox provider. Use one of your own.',
} as const;

async function checkRoom(tx: ProjectTx, domain: string): Promise<void> {
  const existing = await findDomainByName(tx, domain);
  if (existing) throw DomainExists(domain, existing.id);
  const { count } = await tx.db
    .selectFrom('domains')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('projectId', '=', tx.projectId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= mostDomains) throw DomainLimitReached(mostDomains);
}

async function write(tx: ProjectTx, domain: string, key: DkimKeyPair): Promise<DomainId> {
  const { projectId, now, config } = tx;
  const id: DomainId = tx.newId<'domain'>();
  await tx.db
    .insertInto('domains')
    .values({ projectId, id, domain, createdAt: now, updatedAt: now, findings: '[]' })
    .execute();
  await tx.db
    .insertInto('domainKeys')
    .values({
      projectId,
      domainId: id,
      selector: config.DKIM_SELECTOR,
      publicKey: key.publicKey,
      privateKey: seal(deriveKey(config.SECRET_KEY, keyPurpose), key.privateKey, keyContext(id)),
      createdAt: now,
    })
    .execute();
  await tx.db.insertInto('domainChecks').values({ projectId, id }).execute();
  return id;
}
