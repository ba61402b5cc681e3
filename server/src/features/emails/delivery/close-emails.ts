import { sql } from 'kysely';
import type { NewEvent } from '#features/events';
import { recordEvents } from '#features/events';
import type { ProjectTx } from '#platform/context';
import { cut } from '#pure/text';
import { emailEvent } from '../email-event.ts';
import type { ClosedEmail } from '../news.ts';
import { EmailsClosed } from '../news.ts';
import type { Mail } from './mail.ts';
import type { Effect, Result } from './result.ts';

type ClosingEffect = Extract<Effect, { kind: 'sent' | 'closed' }>;

/**
 * Writes the end of these mails into their records, and tells of it: events about the contact, news for rooms above.
 * Returns the ids of those whose contact was deleted meanwhile.
 */
export async function closeEmails(tx: ProjectTx, results: readonly Result[]): Promise<string[]> {
  const closed = results.flatMap(({ effect, ...rest }) =>
    effect.kind === 'sent' || effect.kind === 'closed' ? [{ ...rest, effect }] : [],
  );
  if (closed.length === 0) return [];
  const endings = closed.map(({ mail, effect, entry }) => ({ mail, entry, ...endingOf(effect, tx.now) }));
  const ids = endings.map(({ mail }) => mail.id);
  // A notice may have come before our own result: its status is further on and stays (D-631).
  const { rows: written } = await sql<{ id: string; isForgotten: boolean }>`
    update emails e
       set status = case e.status when 'QUEUED' then w.status else e.status end,
           reason = case e.status when 'QUEUED' then w.reason else e.reason end,
           error = case e.status when 'QUEUED' then w.error else e.error end,
           attempts = greatest(e.attempts, w.attempts), sent_at = coalesce(e.sent_at, w.sent_at),
           duplicate_possible = e.duplicate_possible or w.is_repeat,
           unconfirmed = w.unconfirmed, updated_at = ${tx.now}
      from unnest(${ids}::uuid[], ${endings.map(({ status }) => status)}::text[], ${endings.map(({ reason }) => reason)}::text[],
                  ${endings.map(({ error }) => error)}::text[],
                  ${endings.map(({ mail, entry }) => entry?.attempt ?? mail.delivery.attempt)}::int[],
                  ${endings.map(({ sentAt }) => sentAt)}::timestamptz[],
                  ${endings.map(({ mail }) => mail.delivery.repeats > 0)}::boolean[],
                  ${endings.map(({ isUnconfirmed }) => isUnconfirmed)}::boolean[])
           w (id, status, reason, error, attempts, sent_at, is_repeat, unconfirmed)
     where e.project_id = ${tx.projectId} and e.id = w.id and e.id = any(${ids}::uuid[])
    returning e.id, e.recipient is null as is_forgotten`.execute(tx.db);
  await recordEvents(
    tx,
    endings.flatMap(({ mail, status, reason, error, sentAt }) => eventOf(mail, status, { reason, error, sentAt })),
  );
  await tx.emit(
    EmailsClosed,
    ...endings.map(
      ({ mail, status, reason, isDeadAddress }): ClosedEmail => ({
        ...idsOf(mail),
        status,
        reason,
        isDeadAddress,
      }),
    ),
  );
  return written.filter(({ isForgotten }) => isForgotten).map(({ id }) => id);
}

interface Ending {
  status: ClosedEmail['status'];
  reason: string | null;
  error: string | null;
  sentAt: Date | null;
  isUnconfirmed: boolean;
  isDeadAddress: boolean;
}

function endingOf(effect: ClosingEffect, now: Date): Ending {
  if (effect.kind === 'sent') {
    const { isUnconfirmed } = effect;
    return { status: 'SENT', reason: null, error: null, sentAt: now, isUnconfirmed, isDeadAddress: false };
  }
  const { status, reason } = effect.closing;
  const error = effect.error === null ? null : cut(effect.error, 512);
  return { status, reason, error, sentAt: null, isUnconfirmed: false, isDeadAddress: effect.suppresses };
}

const idsOf = ({ id, contactId, campaignId, workflowId, executionId, isTest }: Mail) => ({
  emailId: id,
  contactId,
  campaignId,
  workflowId,
  executionId,
  isTest,
});

/** `email.sent`, `email.failed` or `email.suppressed` (D-638). */
function eventOf(
  mail: Mail,
  status: ClosedEmail['status'],
  { reason, error, sentAt }: Pick<Ending, 'reason' | 'error' | 'sentAt'>,
): NewEvent[] {
  switch (status) {
    case 'SENT':
      return emailEvent(mail, 'sent', { sentAt: sentAt?.toISOString() ?? null });
    case 'FAILED':
      return emailEvent(mail, 'failed', { reason, error });
    case 'SUPPRESSED':
      return emailEvent(mail, 'suppressed', { reason });
    case 'CANCELLED':
      return [];
  }
}
