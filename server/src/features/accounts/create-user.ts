import { sql } from 'kysely';
import type { InstanceReader, InstanceTx } from '#platform/context';
import { isUniqueViolation } from '#platform/db';
import type { UserId } from '#platform/identity';
import { EmailTaken } from './refusals.ts';
import type { User } from './user.ts';

export interface NewUser {
  readonly email: string;
  readonly name: string | null;
  readonly passwordHash: string | null;
  readonly isVerified: boolean;
  readonly isAddressProven: boolean;
}

/** Creates a user. The first one of the instance is its administrator; of two concurrent calls, one is. */
export async function createUser(tx: InstanceTx, given: NewUser): Promise<User> {
  const isInstanceAdmin = await isFirstUser(tx);
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

/** Sign-ups wait for each other only while there is no user. */
async function isFirstUser(tx: InstanceTx): Promise<boolean> {
  if (await hasUsers(tx)) return false;
  await sql`select pg_advisory_xact_lock(${firstUserLock})`.execute(tx.db);
  return !(await hasUsers(tx));
}
