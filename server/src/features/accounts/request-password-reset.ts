import { sha256 } from '#platform/crypto';
import type { OpenCall } from '#platform/http';
import { countUse } from '#platform/rate-limit';
import { mailReset } from './account-tokens.ts';
import { countAttempt } from './attempts.ts';

const mailsPerHour = 5;

/** Mails a reset link, if the address is known. Known and unknown addresses cost the same work and answer alike. */
export async function requestPasswordReset(call: OpenCall, email: string): Promise<void> {
  await countAttempt(call, { account: email, client: call.client, what: 'reset' });
  await call.transaction(async (tx) => {
    // Why: many places together must not fill one mailbox. Past the limit the answer stays the same.
    const key = `reset-mail:${sha256(email).toString('base64url')}`;
    const { used } = await countUse(tx.db, key, mailsPerHour, 60 * 60);
    if (used <= mailsPerHour) await mailReset(tx, email);
  });
}
