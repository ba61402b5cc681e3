import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import type { RenderFailure } from '#platform/rendering';
import { cut } from '#pure/text';
import { announceClosed } from '../announce-closed.ts';
import type { ClosedEmail } from '../signals.ts';
import { type ClosingEffect, type DeliveryResult, isClosing } from './result.ts';

/**
 * Writes the final state of these mails into their records, and records events about the contacts and emits `EmailsClosed`.
 */
export async function closeEmails(tx: ProjectTx, results: readonly DeliveryResult[]): Promise<ClosedEmails> {
  const finalStates = results
    .filter(isClosing)
    .map(({ mail, effect, entry }) => ({ mail, entry, ...finalStateOf(effect, tx.now) }));
  if (finalStates.length === 0) return { forgotten: [], firstSent: new Set() };
  const ids = finalStates.map(({ mail }) => mail.id);
  // A notice may have come before our own result: its later status is kept (D-631).
  const writing = sql<{ id: string; isForgotten: boolean; isFirstSent: boolean | null }>`
    update emails e
       set status = case e.status when 'QUEUED' then w.status else e.status end,
           reason = case e.status when 'QUEUED' then w.reason else e.reason end,
           error = case when e.recipient is null then null when e.status = 'QUEUED' then w.error else e.error end,
           attempts = greatest(e.attempts, w.attempts), sent_at = coalesce(e.sent_at, w.sent_at),
           duplicate_possible = e.duplicate_possible or w.is_repeat,
           unconfirmed = w.unconfirmed, updated_at = ${tx.now},
           -- Of a shared text that differs from mail to mail.
           subject = case when e.recipient is not null then coalesce(e.subject, w.subject) end
      from unnest(${ids}::uuid[], ${finalStates.map(({ status }) => status)}::text[], ${finalStates.map(({ reason }) => reason)}::text[],
                  ${finalStates.map(({ error }) => error)}::text[],
                  ${finalStates.map(({ mail, entry }) => entry?.attempt ?? mail.delivery.attempt)}::int[],
                  ${finalStates.map(({ sentAt }) => sentAt)}::timestamptz[],
                  ${finalStates.map(({ mail }) => mail.delivery.repeats > 0)}::boolean[],
                  ${finalStates.map(({ isUnconfirmed }) => isUnconfirmed)}::boolean[],
                  ${finalStates.map(({ mail }) => mail.shared && mail.subject)}::text[])
           w (id, status, reason, error, attempts, sent_at, is_repeat, unconfirmed, subject)
     where e.project_id = ${tx.projectId} and e.id = w.id and e.id = any(${ids}::uuid[])
    returning e.id, e.recipient is null as is_forgotten, e.sent_at = w.sent_at as is_first_sent`.execute(tx.db);
  const [{ rows: written }] = await Promise.all([writing, announceClosed(tx, finalStates)]);
  return {
    forgotten: written.filter(({ isForgotten }) => isForgotten).map(({ id }) => id),
    firstSent: new Set(written.filter(({ isFirstSent }) => isFirstSent).map(({ id }) => id)),
  };
}

export interface ClosedEmails {
  /** Ids of mails whose contact was deleted meanwhile. */
  readonly forgotten: readonly string[];
  /** Ids of mails whose hand-over was not known before. */
  readonly firstSent: ReadonlySet<string>;
}

/** What is written into the record of a closed mail. */
interface FinalState {
  status: ClosedEmail['status'];
  reason: string | null;
  error: string | null;
  sentAt: Date | null;
  isUnconfirmed: boolean;
  isDeadAddress: boolean;
  failure: RenderFailure | null;
}

function finalStateOf(effect: ClosingEffect, now: Date): FinalState {
  if (effect.kind === 'sent') {
    const { isUnconfirmed } = effect;
    return {
      status: 'SENT',
      reason: null,
      error: null,
      sentAt: now,
      isUnconfirmed,
      isDeadAddress: false,
      failure: null,
    };
  }
  const { status, reason } = effect.closure;
  const { error = null, isDeadAddress = false, failure = null } = effect;
  return {
    status,
    reason,
    error: error && cut(error, 512),
    sentAt: null,
    isUnconfirmed: false,
    isDeadAddress,
    failure,
  };
}
