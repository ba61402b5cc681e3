import type { Config } from '#platform/config';
import type { InstanceReader, InstanceTx } from '#platform/context';
import { randomToken, sha256 } from '#platform/crypto';
import type { ClientFacts, SessionId, UserId } from '#platform/identity';

const day = 24 * 60 * 60;
export const idleSeconds = 7 * day;
export const absoluteSeconds = 30 * day;

export const sessionHash = (token: string): Buffer => sha256(token);

/** Creates a session. Returns its secret, the cookie's value, which is stored nowhere else. */
export async function startSession(
  tx: InstanceTx,
  config: Config,
  userId: UserId,
  client: ClientFacts,
): Promise<string> {
  const token = newToken(config);
  await tx.db
    .insertInto('sessions')
    .values({
      id: tx.newId<'session'>(),
      tokenHash: sessionHash(token),
      userId,
      createdAt: tx.now,
      lastSeenAt: tx.now,
      expiresAt: new Date(tx.now.getTime() + absoluteSeconds * 1_000),
      userAgent: client.userAgent,
      clientAddress: client.address,
    })
    .execute();
  return token;
}

/** Gives a session a new secret; the old one is refused from the commit on. Its absolute end stays. */
export async function renewSession(tx: InstanceTx, config: Config, id: SessionId): Promise<string> {
  const token = newToken(config);
  await tx.db
    .updateTable('sessions')
    .set({ tokenHash: sessionHash(token) })
    .where('id', '=', id)
    .execute();
  return token;
}

/** Ends the session of a cookie, if there is one. */
export async function endSession(tx: InstanceTx, token: string | null): Promise<void> {
  if (token === null) return;
  await tx.db.deleteFrom('sessions').where('tokenHash', '=', sessionHash(token)).execute();
}

/** Ends every session of a person, or every one but `except`. */
export async function endSessionsOf(tx: InstanceTx, userId: UserId, except?: SessionId): Promise<void> {
  await tx.db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .$if(except !== undefined, (others) => others.where('id', '!=', except ?? ''))
    .execute();
}

/** The live session of a cookie, for open routes; other routes know theirs already. */
export async function findLiveSession(
  reader: InstanceReader,
  token: string | null,
): Promise<{ id: SessionId; userId: UserId } | null> {
  if (token === null) return null;
  const row = await reader.db
    .selectFrom('sessions')
    .select(['id', 'userId'])
    .where('tokenHash', '=', sessionHash(token))
    .where('expiresAt', '>', reader.now)
    .where('lastSeenAt', '>', idleSince(reader.now))
    .executeTakeFirst();
  return row ? { id: row.id as SessionId, userId: row.userId as UserId } : null; // keys of their tables
}

export const idleSince = (now: Date): Date => new Date(now.getTime() - idleSeconds * 1_000);

/** With several installations behind a router, the cookie says which one it belongs to. */
const newToken = (config: Config): string => `${config.CELL ? `${config.CELL}.` : ''}${randomToken()}`;
