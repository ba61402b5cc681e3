import type { ProjectTx } from '#platform/context';
import { countAmount } from '#platform/rate-limit';
import { TestMailFull } from '../refusals.ts';
import type { AcceptedMail } from './accepted-mail.ts';

const daySeconds = 86_400;
const kilobyte = 1_024;

/**
 * Counts the bytes that test mail will occupy, and refuses more than the limit of a day. Why: any new account can send test
 * mail, and all projects share the disk. Called last in the transaction, because it locks the project's counter until the end.
 */
export async function countTestBytes(tx: ProjectTx, mails: readonly AcceptedMail[]): Promise<void> {
  const limit = tx.config.TEST_BYTES_PER_DAY;
  const bytes = bytesOf(mails.filter(({ isTest }) => isTest));
  if (limit === 0 || bytes === 0) return;
  const key = `test-kilobytes:${tx.projectId}`;
  const { used, resetSeconds } = await countAmount(tx.db, key, Math.ceil(bytes / kilobyte), daySeconds);
  if (used * kilobyte > limit) throw TestMailFull(limit, resetSeconds);
}

/** Every body, and each file once even if several mails share it. */
function bytesOf(mails: readonly AcceptedMail[]): number {
  const files = new Map(mails.flatMap(({ attachments }) => attachments.map(({ blob, size }) => [blob, size])));
  const bodies = mails.reduce((sum, { html, text }) => sum + lengthOf(html) + lengthOf(text), 0);
  return bodies + [...files.values()].reduce((sum, size) => sum + size, 0);
}

const lengthOf = (text: string | null): number => (text === null ? 0 : Buffer.byteLength(text));
