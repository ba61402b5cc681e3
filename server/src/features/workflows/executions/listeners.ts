import { CompiledQuery } from 'kysely';
import type { RecordedEvent } from '#features/events';
import { recordedNames } from '#features/segments';
import type { ProjectTx } from '#platform/context';
import { writeLater } from '#platform/db';
import { canonicalEventName } from '#pure/event-names';
import { limits } from '#pure/limits';
import { startByEvents, wakeByEvents } from './event-statements.ts';
import { executionsSpool } from './spool.ts';

/**
 * Whether anything in the project, $1, starts by events or waits for one.
 * Why waits are ordered: where most belong to one project, the planner would read all of them to find none of another;
 * with `exists` the order is dropped.
 */
export const hearsEvents = `
  exists (select from workflows w
           where w.project_id = $1 and w.trigger_event is not null and w.enabled and w.paused_at is null)
  or (select true from execution_waits w where w.project_id = $1 order by w.contact_id limit 1) is not null`;

/**
 * The transaction that records events also starts the executions they trigger and ends the waits for them (D-904). Two statements that
 * are sent with the next one, or with the commit.
 */
export async function eventsRecorded(tx: ProjectTx, events: readonly RecordedEvent[]): Promise<void> {
  const named = await withNames(tx, events);
  if (named.length === 0) return;
  const values = [
    tx.projectId,
    named.map(({ event }) => event.eventId),
    named.map(({ event }) => event.contactId),
    named.map(({ name }) => name),
    named.map(({ event }) => event.name),
    named.map(({ event }) => contextOf(event)),
    named.map(({ event }) => event.depth),
    named.map(({ event }) => event.isPublic),
    named.map(({ event }) => workflowOf(event)),
  ];
  const wake = ({ rowCount }: { rowCount: number }): void => {
    if (rowCount > 0) tx.afterCommit(executionsSpool.wake);
  };
  writeLater(tx.db, CompiledQuery.raw(startByEvents, values), wake);
  const isHeard = named.some(({ event }) => event.depth <= limits.eventSteps);
  if (isHeard) writeLater(tx.db, CompiledQuery.raw(wakeByEvents, values), wake);
}

interface NamedEvent {
  readonly event: RecordedEvent;
  readonly name: string;
}

/** Each event under every name that triggers and waits may have for it: a segment's under its former slugs too (D-332). */
async function withNames(tx: ProjectTx, events: readonly RecordedEvent[]): Promise<NamedEvent[]> {
  const isOfSegment = (event: RecordedEvent): boolean => event.name.startsWith('segment.');
  if (!events.some(isOfSegment)) return events.map((event) => ({ event, name: canonicalEventName(event.name) }));
  const slugs = await tx.db
    .selectFrom('segmentSlugs')
    .select(['slug', 'segmentId'])
    .where('projectId', '=', tx.projectId)
    .execute();
  return events.flatMap((event) => {
    const name = canonicalEventName(event.name);
    return (isOfSegment(event) ? recordedNames(name, slugs) : [name]).map((each) => ({ event, name: each }));
  });
}

/** Why a limit: data of an event may be larger than a context. */
function contextOf({ data }: RecordedEvent): string | null {
  if (data === null) return null;
  const json = JSON.stringify(data);
  return Buffer.byteLength(json) > limits.executionContextBytes ? null : json;
}

const workflowOf = ({ emailId, data }: RecordedEvent): string | null =>
  emailId !== null && typeof data?.workflowId === 'string' ? data.workflowId : null;
