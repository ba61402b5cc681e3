import { CompiledQuery } from 'kysely';
import type { ProjectTx } from '#platform/context';
import { writeLater } from '#platform/db';
import { cut } from '#pure/text';
import { type AttemptToLog, channelIdOf } from './channel.ts';

/**
 * Writes one row per attempt; its channel is stored by `storeChannels`. An entry that is UNKNOWN, or comes from a notice alone, is replaced by what is known later; any
 * other entry stays as it is, so writing one twice changes nothing. Sent with the next statement or the commit.
 */
export function writeAttempts(tx: ProjectTx, results: readonly AttemptToLog[]): void {
  const rows = results.flatMap(rowOf);
  if (rows.length > 0) writeLater(tx.db, CompiledQuery.raw(statement, [tx.projectId, JSON.stringify(rows)]));
}

/** $1 the project, $2 the rows. */
const statement = `
    insert into delivery_attempts as a (
      project_id, email_id, attempt, channel_id, claimed_at, connected_at, committing_at, replied_at, finished_at, bytes,
      smtp_code, enhanced_code, reply, queue_id, outcome, reason_class, ambiguous)
    select $1, w.email_id, w.attempt, w.channel_id, w.claimed_at, w.connected_at, w.committing_at, w.replied_at,
           clock_timestamp(), w.bytes, w.smtp_code, w.enhanced_code, w.reply, w.queue_id, w.outcome, w.reason_class,
           w.outcome = 'UNKNOWN'
      from jsonb_to_recordset($2::jsonb) w (
        email_id uuid, attempt int, channel_id uuid, claimed_at timestamptz, connected_at timestamptz,
        committing_at timestamptz, replied_at timestamptz, bytes int, smtp_code smallint, enhanced_code text, reply text,
        queue_id text, outcome text, reason_class text)
     order by w.email_id, w.attempt
    on conflict (project_id, email_id, attempt) do update
      set outcome = excluded.outcome, reason_class = excluded.reason_class, reply = excluded.reply,
          smtp_code = excluded.smtp_code, enhanced_code = excluded.enhanced_code, queue_id = excluded.queue_id,
          channel_id = excluded.channel_id, replied_at = excluded.replied_at, finished_at = excluded.finished_at,
          evidence = 'late-reply'
      where (a.outcome = 'UNKNOWN' or a.evidence in ('notice', 'bounce')) and excluded.outcome <> 'UNKNOWN'`;

/** A text of the remote server, limited in length. */
const textOf = (text: string | null): string | null => (text === null ? null : cut(text, 512));

function rowOf(attempt: AttemptToLog): object[] {
  const { mail, entry } = attempt;
  if (!entry) return [];
  const { facts } = entry;
  return [
    {
      email_id: mail.id,
      attempt: entry.attempt,
      channel_id: channelIdOf(attempt),
      claimed_at: entry.claimedAt,
      connected_at: facts.connectedAt,
      committing_at: entry.committingAt,
      replied_at: facts.repliedAt,
      bytes: entry.bytes,
      smtp_code: facts.reply?.code ?? null,
      enhanced_code: facts.reply?.enhanced ?? null,
      reply: textOf(entry.reply),
      queue_id: textOf(facts.queueId),
      outcome: entry.outcome,
      reason_class: entry.reasonClass,
    },
  ];
}
