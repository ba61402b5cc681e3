import { sql } from 'kysely';
import type { InstanceReader } from '#platform/context';
import { Unauthorized, type UserId } from '#platform/identity';
import type { User } from './user.ts';

/** The person with this id, or null. */
export async function findUser(reader: InstanceReader, id: UserId): Promise<User | null> {
  return (await findUserBy(reader, 'id', id))?.user ?? null;
}

/** The signed-in person; refused when the account went away meanwhile. */
export async function requireUser(reader: InstanceReader, id: UserId): Promise<User> {
  const user = await findUser(reader, id);
  if (!user) throw Unauthorized();
  return user;
}

export interface UserWithPassword {
  readonly user: User;
  /** Null for a person who signs in with a provider only. */
  readonly passwordHash: string | null;
}

/** The person with this address, in its stored form, and what their password is checked against. */
export const findByEmail = (reader: InstanceReader, email: string): Promise<UserWithPassword | null> =>
  findUserBy(reader, 'email', email);

export const findWithPassword = (reader: InstanceReader, id: UserId): Promise<UserWithPassword | null> =>
  findUserBy(reader, 'id', id);

async function findUserBy(
  reader: InstanceReader,
  column: 'id' | 'email',
  value: string,
): Promise<UserWithPassword | null> {
  const row = await reader.db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'passwordHash', 'emailVerifiedAt', 'isAddressProven', 'isInstanceAdmin'])
    .select(['createdAt', providersOf.as('providers')])
    .where(column, '=', value)
    .executeTakeFirst();
  if (!row) return null;
  const { passwordHash, emailVerifiedAt, ...rest } = row;
  const id = row.id as UserId; // the primary key of users
  return {
    user: { ...rest, id, hasPassword: passwordHash !== null, isVerified: emailVerifiedAt !== null },
    passwordHash,
  };
}

const providersOf = sql<
  string[]
>`array(select provider from identities i where i.user_id = users.id order by provider)`;
