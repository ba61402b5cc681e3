import type { InstanceTx } from '#platform/context';
import { isPassword } from '#platform/crypto';
import type { OpenCall } from '#platform/identity';
import { type Attempt, countAttempt, forgetAttempt } from './attempts.ts';
import { findByEmail } from './find-user.ts';
import { rememberNetwork } from './guesses.ts';
import { InvalidCredentials } from './refusals.ts';
import { endSession, startSession } from './session.ts';
import type { User } from './user.ts';

export interface LoginResult {
  readonly user: User;
  readonly token: string;
}

/**
 * Opens a new session for the right password. Unknown address, wrong password and an account without one take the
 * same time and get the same reply. The cookie the browser had before is invalid afterwards.
 */
export async function logIn(call: OpenCall, given: { email: string; password: string }): Promise<LoginResult> {
  const attempt: Attempt = { account: given.email, client: call.client, kind: 'password' };
  const counted = await countAttempt(call, attempt);
  const known = await call.read((reader) => findByEmail(reader, given.email));
  const isRight = await isPassword(known?.passwordHash ?? null, given.password);
  if (!known?.passwordHash || !isRight) throw InvalidCredentials();
  const { user, passwordHash } = known;

  return call.transaction(async (tx) => {
    if (!(await lockPassword(tx, user, passwordHash))) throw InvalidCredentials();
    await forgetAttempt(tx, counted);
    if (user.isAddressProven) await rememberNetwork(tx, user.email, call.client);
    await endSession(tx, call.sessionToken);
    return { user, token: await startSession(tx, call.config, user.id, call.client) };
  });
}

// Why: a reset that commits between the check and this transaction must not leave a session of the old password.
async function lockPassword(tx: InstanceTx, user: User, passwordHash: string): Promise<boolean> {
  const row = await tx.db
    .selectFrom('users')
    .select('id')
    .where('id', '=', user.id)
    .where('passwordHash', '=', passwordHash)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}
