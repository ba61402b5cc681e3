import type { ProjectTx } from '#platform/context';
import { sha256 } from '#platform/crypto';
import { countAmounts } from '#platform/rate-limit';
import { limits } from '#pure/limits';
import type { Acceptance } from './accepted-mail.ts';

const { max, windowSeconds } = limits.publicMailsPerRecipient;

/**
 * Suppresses mail that follows from the public key where its recipient has had enough of it (D-408). Only mail that would otherwise be
 * sent counts; other mail costs nothing here. Locks the counters of the recipients until the transaction ends.
 */
export async function limitPublicMails(tx: ProjectTx, accepted: readonly Acceptance[]): Promise<readonly Acceptance[]> {
  const counted = Map.groupBy(accepted.filter(isCounted), ({ mail }) => keyOf(tx, mail.recipient));
  if (counted.size === 0) return accepted;
  const amounts = new Map([...counted].map(([key, own]) => [key, own.length]));
  const rates = await countAmounts(tx.db, amounts, windowSeconds);
  const beyond = new Set(
    [...counted].flatMap(([key, own]) => {
      const usedBefore = (rates.get(key)?.used ?? max) - own.length;
      return own.slice(Math.max(0, max - usedBefore));
    }),
  );
  return accepted.map((one) => (beyond.has(one) ? { ...one, closure: recipientLimit } : one));
}

const recipientLimit = { status: 'SUPPRESSED', reason: 'RECIPIENT_LIMIT' } as const;

const isCounted = ({ mail, closure }: Acceptance): boolean => mail.isPublic && closure === null;

/** Why hashed: counters are kept outside of the project's own tables. */
const keyOf = ({ projectId }: ProjectTx, recipient: string): string =>
  `public-mails:${projectId}:${sha256(recipient).toString('base64url')}`;
