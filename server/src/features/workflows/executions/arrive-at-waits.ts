import { sql } from 'kysely';
import { loadEmailData } from '#features/emails';
import { recordedNames } from '#features/segments';
import type { ProjectTx } from '#platform/context';
import type { JsonObject } from '#pure/custom-fields';
import { canonicalEventName } from '#pure/event-names';
import { limits } from '#pure/limits';
import type { Progress } from './execution.ts';
import { deleteWaits } from './locks.ts';
import type { StoredRun } from './stored-run.ts';

interface Arrival {
  readonly run: StoredRun;
  readonly name: string;
  readonly since: Date;
}

interface FoundEvent {
  readonly executionId: string;
  readonly id: string;
  readonly at: Date;
  readonly data: JsonObject | null;
  readonly emailId: string | null;
}

/**
 * Removes the waits that executions have left, writes those of executions that have arrived at one, then looks for events since the arrival (D-934): the first of them ends the
 * wait at once. The contacts are locked, so an event is either seen here, or sees the wait.
 */
export async function arriveAtWaits(
  tx: ProjectTx,
  runs: readonly StoredRun[],
): Promise<Map<StoredRun, Progress['wokenBy']>> {
  await deleteWaits(
    tx,
    runs.filter(hasLeftWait).map(({ stored }) => stored.id),
  );
  const arrivals = runs.flatMap(arrivalOf);
  if (arrivals.length === 0) return new Map();
  await tx.db
    .insertInto('executionWaits')
    .values(
      arrivals.map(({ run, name }) => ({
        ...{ projectId: tx.projectId, contactId: run.stored.contactId, name, executionId: run.stored.id },
      })),
    )
    .execute();
  const found = await findEvents(tx, await withAliases(tx, arrivals));
  if (found.length === 0) return new Map();
  const ids = found.map(({ executionId }) => executionId);
  await deleteWaits(tx, ids);
  const emailData = await loadEmailData(
    tx,
    found.flatMap(({ emailId }) => emailId ?? []),
  );
  const byId = new Map(found.map((event) => [event.executionId, event]));
  return new Map(
    arrivals.flatMap(({ run }) => {
      const event = byId.get(run.stored.id);
      if (!event) return [];
      const common = event.emailId === null ? undefined : emailData.get(event.emailId);
      return [
        [run, { eventId: event.id, data: common ? { ...common, ...event.data } : event.data, at: event.at }] as const,
      ];
    }),
  );
}

const hasLeftWait = ({ stored, stepExecutionId }: StoredRun): boolean =>
  stored.state.open?.waitingFor != null && stored.stepExecutionId !== stepExecutionId;

/** Only a wait that begins now: one that goes on has its row. */
function arrivalOf(run: StoredRun): Arrival[] {
  const { effect } = run;
  if (effect.kind !== 'waitForEvent' || run.stepExecutionId === run.stored.stepExecutionId) return [];
  return [{ run, name: canonicalEventName(effect.eventName), since: effect.since }];
}

/** Events of a segment are recorded under the slug that it had then (D-332). */
async function withAliases(tx: ProjectTx, arrivals: readonly Arrival[]): Promise<Arrival[]> {
  if (!arrivals.some(({ name }) => name.startsWith('segment.'))) return [...arrivals];
  const slugs = await tx.db
    .selectFrom('segmentSlugs')
    .select(['slug', 'segmentId'])
    .where('projectId', '=', tx.projectId)
    .execute();
  return arrivals.flatMap((arrival) => recordedNames(arrival.name, slugs).map((name) => ({ ...arrival, name })));
}

/** Why the mark of the contact first: most contacts have no such event, and their log is not read. */
async function findEvents({ db, projectId }: ProjectTx, arrivals: readonly Arrival[]): Promise<FoundEvent[]> {
  const { rows } = await sql<FoundEvent>`
    select distinct on (w.execution_id) w.execution_id, e.id, e.created_at as at, e.data, e.email_id
      from unnest((select ${arrivals.map(({ run }) => run.stored.id)}::uuid[]), ${arrivals.map(({ run }) => run.stored.contactId)}::uuid[],
                  ${arrivals.map(({ name }) => name)}::text[], ${arrivals.map(({ since }) => since.toISOString())}::timestamptz[],
                  ${arrivals.map(({ run }) => run.lastEventId)}::uuid[])
             w (execution_id, contact_id, name, since, last_event_id)
     cross join lateral (
       select 1 from contact_events m
        where m.project_id = ${projectId} and m.name = w.name and m.contact_id = w.contact_id and m.last_at >= w.since) m
     cross join lateral (
       select e.id, e.created_at, e.data, e.email_id from events e
        where e.project_id = ${projectId} and e.contact_id = w.contact_id and e.created_at >= w.since and e.name = w.name
          and e.depth <= ${limits.eventSteps} and e.id is distinct from w.last_event_id
        order by e.created_at, e.id limit 1) e
     order by w.execution_id, e.created_at, e.id`.execute(db);
  return rows;
}
