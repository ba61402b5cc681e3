import { CompiledQuery } from 'kysely';
import type { ProjectTx } from '#platform/context';
import type { EventId, NewEvent, RecordedEvent } from './event.ts';
import { recordStatement } from './record-statement.ts';
import { EventsRecorded } from './signals.ts';

const batch = 1_000;

/**
 * The only function that writes the log, for one event or many, inside the transaction of the fact they report. Returns
 * the recorded events in order; an event of a contact that is gone is left out (D-416).
 * Cost: two row versions an event, one statement a batch.
 */
export async function recordEvents(tx: ProjectTx, events: readonly NewEvent[]): Promise<RecordedEvent[]> {
  const recorded: RecordedEvent[] = [];
  for (let from = 0; from < events.length; from += batch) {
    const written = await recordBatch(tx, events.slice(from, from + batch));
    await tx.emit(EventsRecorded, ...written);
    recorded.push(...written);
  }
  return recorded;
}

async function recordBatch(tx: ProjectTx, events: readonly NewEvent[]): Promise<RecordedEvent[]> {
  const withIds = events.map((event) => ({ ...event, eventId: tx.newId() as EventId }));
  const times = await write(tx, withIds);
  return withIds.flatMap(({ emailId = null, depth = 0, isPublic = false, ...event }) => {
    const at = times.get(event.eventId);
    return at ? [{ ...event, emailId, depth, isPublic, at }] : [];
  });
}

async function write(tx: ProjectTx, events: readonly (NewEvent & { eventId: EventId })[]): Promise<Map<string, Date>> {
  const values = [
    tx.projectId,
    events.map((event) => event.eventId),
    events.map((event) => event.contactId),
    events.map((event) => event.name),
    events.map((event) => (event.data === null ? null : JSON.stringify(event.data))),
    events.map((event) => event.emailId ?? null),
    events.map((event) => event.depth ?? 0),
    events.map((event) => event.isPublic ?? false),
  ];
  const query = CompiledQuery.raw(recordStatement, values);
  const { rows } = await tx.db.executeQuery<{ id: string; createdAt: Date }>(query);
  return new Map(rows.map((row) => [row.id, row.createdAt]));
}
