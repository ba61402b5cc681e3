import { sha256 } from '#platform/crypto';
import type { OpenCall } from '#platform/identity';
import { countUse } from '#platform/rate-limit';
import { limits } from '#pure/limits';
import { mailReset } from './account-tokens.ts';
import { countAttempt } from './attempts.ts';

/** Mails a reset link, if the address is known. Known and unknown addresses cost the same work and get the same reply. */
export async function requestPasswordReset(call: OpenCall, email: string): Promise<void> {
  await countAttempt(call, { account: email, client: call.client, kind: 'reset' });
  await call.transaction(async (tx) => {
    // Why: many networks together must not fill one mailbox. Past the limit the reply stays the same.
    const key = `reset-mail:${sha256(email).toString('base64url')}`;
    const { used } = await countUse(tx.db, key, limits.resetMailsPerAddress);
    if (used <= limits.resetMailsPerAddress.max) await mailReset(tx, email);
  });
}
