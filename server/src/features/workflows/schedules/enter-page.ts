import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import { lockAgainstDeletion } from '#features/emails';
import { endOfPage, listFew, loadAudience } from '#features/segments';
import type { ProjectTx } from '#platform/context';
import { applySettings } from '#platform/db';
import { nilId } from '#platform/ids';
import { mayEnter, startStatement } from '../executions/start-statement.ts';
import type { Firing } from './schedule-row.ts';

/** Contacts that are looked at in one call: what is looked at is limited, not who enters, so that every call ends. */
const lookedAtOnce = 5_000;

interface EnteredPage {
  /** The last contact that was looked at; null: there are no more. */
  readonly after: string | null;
  readonly entered: number;
}

/**
 * Lets the next contacts of the audience enter. Contacts who were created after the time are left out; operators that measure time use
 * it as now (D-942).
 * Invariant: a contact is passed once, because the caller moves its cursor in the same transaction.
 */
export async function enterPage(
  tx: ProjectTx,
  workflowId: string,
  time: Date,
  { version, audience: frozen, afterContact }: Firing,
): Promise<EnteredPage> {
  // Why: with statistics of yesterday the planner might read all contacts for each page.
  applySettings(tx.db, { enable_seqscan: 'off', jit: 'off' });
  await lockAgainstDeletion(tx);
  const audience = await loadAudience(tx, { now: time, segments: frozen.segments });
  const few = afterContact === null ? await listFew(tx, audience, frozen.tree) : null;
  const last = few === null ? await endOfPage(tx, afterContact ?? nilId, lookedAtOnce) : null;
  const isInPage = few === null ? between(afterContact ?? nilId, last) : sql`c.id = any(${few}::uuid[])`;
  // Who may not enter is left out before the entry row would be locked: with a daily schedule that is nearly everybody. Why a value and
  // not `exists`: the planner, with statistics of yesterday, might compare each contact with all entries.
  const { rows } = await sql<{ id: string }>`
    select c.id from contacts c
     where c.project_id = ${tx.projectId} and ${isInPage} and c.created_at <= ${time} and (${audience.matches(frozen.tree)})
       and coalesce((select coalesce(${sql.raw(mayEnter('e'))}, false) from workflow_entries e
                      where e.project_id = c.project_id and e.workflow_id = ${workflowId} and e.contact_id = c.id), true)`.execute(
    tx.db,
  );
  if (rows.length === 0) return { after: last, entered: 0 };
  const values = [tx.projectId, workflowId, version, rows.map(({ id }) => id), time];
  const { numAffectedRows = 0n } = await tx.db.executeQuery(CompiledQuery.raw(startBySchedule, values));
  return { after: last, entered: Number(numAffectedRows) };
}

const between = (after: string, last: string | null): RawBuilder<unknown> =>
  last === null ? sql`c.id > ${after}` : sql`c.id > ${after} and c.id <= ${last}`;

/**
 * $1 the project, then workflow, version, contacts and time. Why a statement of its own, and a list whose length the planner does not
 * see: it would take the matching contacts for a few, and compare each with each.
 */
const startBySchedule = startStatement(`
  select $2::uuid as workflow_id, $3::int as version, i.contact_id, null::uuid as event_id, null::text as event_name,
         null::text as context, $5::timestamptz as arrived_at, 1 as depth, false as is_public, 'SCHEDULE' as trigger_type,
         $5::timestamptz as scheduled_at, null::text as key
    from unnest((select $4::uuid[])) i (contact_id)`);
