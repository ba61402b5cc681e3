import { sql } from 'kysely';
import type { InstanceReader, InstanceTx } from '#platform/context';
import { isUniqueViolation } from '#platform/db';
import type { UserId } from '#platform/http';
import { EmailTaken } from './refusals.ts';
import type { User } from './user.ts';

export interface NewUser {
  readonly email: string;
  readonly name: string | null;
  readonly passwordHash: string | null;
  readonly isVerified: boolean;
  readonly isAddressProven: boolean;
}

/** Writes down a new person. The first one of the instance is its administrator; of two at once, one is. */
export async function createUser(tx: InstanceTx, given: NewUser): Promise<User> {
  const isInstanceAdmin = await isFirst(tx);
  const id: UserId = tx.newId<'user'>();
  await tx.db
    .insertInto('users')
    .values({
      id,
      email: given.email,
      name: given.name,
      passwordHash: given.passwordHash,
      emailVerifiedAt: given.isVerified ? tx.now : null,
      isAddressProven: given.isAddressProven,
      isInstanceAdmin,
      createdAt: tx.now,
      updatedAt: tx.now,
    })
    .execute()
    .catch((error: unknown) => {
      throw isUniqueViolation(error, 'users_email') ? EmailTaken() : error;
    });
  const { passwordHash, ...rest } = given;
  return { ...rest, id, isInstanceAdmin, hasPassword: passwordHash !== null, providers: [], createdAt: tx.now };
}

export async function hasUsers(reader: InstanceReader): Promise<boolean> {
  return (await reader.db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

const firstUserLock = 7_021_544_311;

/** Only while there is nobody, sign-ups wait for each other. */
async function isFirst(tx: InstanceTx): Promise<boolean> {
  if (await hasUsers(tx)) return false;
  await sql`select pg_advisory_xact_lock(${firstUserLock})`.execute(tx.db);
  return !(await hasUsers(tx));
}
