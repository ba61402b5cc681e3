import { isPassword } from '#platform/crypto';
import type { SessionCall } from '#platform/http';
import { Unauthorized } from '#platform/http';
import { Invalid } from '#platform/refusals';
import type { Attempt } from './attempts.ts';
import { countAttempt, forgetAttempt } from './attempts.ts';
import type { KnownUser } from './find-user.ts';
import { findWithPassword } from './find-user.ts';
import { InvalidCredentials } from './refusals.ts';

/** Asks a signed-in person for their password once more. One who has none, because a provider signs them in, passes. */
export async function checkPassword(
  call: SessionCall,
  field: string,
  password: string | undefined,
): Promise<KnownUser> {
  const known = await call.read((reader) => findWithPassword(reader, call.userId));
  if (!known) throw Unauthorized();
  if (known.passwordHash === null) return known;
  if (password === undefined) throw Invalid([{ field, message: 'This field is required.', code: 'required' }]);

  const attempt: Attempt = { account: known.user.email, client: call.client, what: 'password' };
  await countAttempt(call, attempt);
  if (!(await isPassword(known.passwordHash, password))) throw InvalidCredentials();
  await call.transaction((tx) => forgetAttempt(tx, attempt));
  return known;
}
