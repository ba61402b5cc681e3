import type { InstanceReader } from '#platform/context';
import { isPassword } from '#platform/crypto';
import { type SessionCall, type SessionId, Unauthorized } from '#platform/identity';
import { Invalid } from '#platform/refusals';
import { countAttempt, forgetAttempt } from './attempts.ts';
import { findWithPassword, type UserWithPassword } from './find-user.ts';
import { FreshSignInRequired, InvalidCredentials } from './refusals.ts';

const freshSeconds = 10 * 60;

/**
 * Asks a signed-in person for their password once more. One who has none, because a provider signs them in, needs a
 * session that was opened within the last ten minutes: a stolen cookie alone sets no password and deletes no account.
 */
export async function checkPassword(
  call: SessionCall,
  field: string,
  password: string | undefined,
): Promise<UserWithPassword> {
  const { known, isFresh } = await call.read(async (reader) => ({
    known: await findWithPassword(reader, call.userId),
    isFresh: await isFreshSession(reader, call.sessionId),
  }));
  if (!known) throw Unauthorized();
  if (known.passwordHash === null) {
    if (!isFresh) throw FreshSignInRequired(known.user.providers);
    return known;
  }
  if (password === undefined) throw Invalid([{ field, message: 'This field is required.', code: 'required' }]);

  const counted = await countAttempt(call, {
    account: known.user.email,
    client: call.client,
    kind: 'password',
    isSignedIn: true,
  });
  if (!(await isPassword(known.passwordHash, password))) throw InvalidCredentials();
  await call.transaction((tx) => forgetAttempt(tx, counted));
  return known;
}

/** A session keeps the time of its sign-in; a new secret for it does not make it younger. */
async function isFreshSession({ db, now }: InstanceReader, id: SessionId): Promise<boolean> {
  const since = new Date(now.getTime() - freshSeconds * 1_000);
  const row = await db.selectFrom('sessions').select('createdAt').where('id', '=', id).executeTakeFirst();
  return row !== undefined && row.createdAt > since;
}
