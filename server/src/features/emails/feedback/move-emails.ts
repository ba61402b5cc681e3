import { CompiledQuery } from 'kysely';
import type { ProjectTx } from '#platform/context';
import type { BounceType, EmailStatus } from '../email.ts';
import type { EmailFacts } from '../email-event.ts';
import type { MergedNotices } from './merge-notices.ts';

/** An email after a batch of notices, and which of them were new. */
export interface MovedEmail extends EmailFacts {
  readonly oldStatus: EmailStatus;
  readonly oldReason: string | null;
  readonly oldClicks: number;
  readonly status: EmailStatus;
  readonly sentAt: Date;
  readonly deliveredAt: Date | null;
  readonly openedAt: Date | null;
  readonly clickedAt: Date | null;
  readonly bouncedAt: Date | null;
  readonly complainedAt: Date | null;
  readonly bounceType: BounceType | null;
  readonly opens: number;
  readonly clicks: number;
  readonly error: string | null;
  /** If it was under way until now: the attempt that was its hand-over. */
  readonly settledAttempt: number | null;
  readonly wasUnconfirmed: boolean;
  readonly isFirstSent: boolean;
  readonly isFirstDelivery: boolean;
  readonly isFirstOpen: boolean;
  readonly isFirstClick: boolean;
  readonly isFirstBounce: boolean;
  readonly isFirstPermanent: boolean;
  readonly isFirstComplaint: boolean;
  readonly isFirstReject: boolean;
  readonly isNewlyDead: boolean;
}

const columns = [
  ...['id', 'contactId', 'recipient', 'fromEmail', 'fromName', 'subject', 'type', 'sourceType', 'templateId'],
  ...['campaignId', 'workflowId', 'executionId', 'isTest', 'oldStatus', 'oldReason', 'oldClicks', 'status', 'error'],
  ...['sentAt', 'deliveredAt', 'openedAt', 'clickedAt', 'bouncedAt', 'complainedAt', 'bounceType', 'opens', 'clicks'],
  ...['settledAttempt', 'wasUnconfirmed', 'isFirstSent', 'isFirstDelivery', 'isFirstOpen', 'isFirstClick'],
  ...['isFirstBounce', 'isFirstPermanent', 'isFirstComplaint', 'isFirstReject', 'isNewlyDead', 'depth'],
  ...['isPublic'],
].map((name) => `${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)} as "${name}"`);
const parameters = Array.from({ length: 15 }, (_, index) => `$${index + 1}`).join(', ');
const statement = `select ${columns.join(', ')} from move_emails(${parameters})`;

/** Writes merged notices into the records, in one statement whatever their number; see `server/sql/emails/move_emails.sql`. */
export async function moveEmails(tx: ProjectTx, merged: readonly MergedNotices[]): Promise<Map<string, MovedEmail>> {
  const values = [
    tx.projectId,
    tx.now,
    merged.map(({ emailId }) => emailId),
    merged.map(({ sentAt }) => sentAt),
    merged.map(({ deliveredAt }) => deliveredAt),
    merged.map(({ openedAt }) => openedAt),
    merged.map(({ clickedAt }) => clickedAt),
    merged.map(({ bouncedAt }) => bouncedAt),
    merged.map(({ complainedAt }) => complainedAt),
    merged.map(({ bounceType }) => bounceType),
    merged.map(({ isDeadAddress }) => isDeadAddress),
    merged.map(({ isRejected }) => isRejected),
    merged.map(({ error }) => error),
    merged.map(({ opens }) => opens),
    merged.map(({ clicks }) => clicks),
  ];
  // Why no plugins: the columns are named in camel case already, and there are many.
  const { rows } = await tx.db.withoutPlugins().executeQuery<MovedEmail>(CompiledQuery.raw(statement, values));
  return new Map(rows.map((row) => [row.id, row]));
}
