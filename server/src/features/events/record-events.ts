import { CompiledQuery } from 'kysely';
import type { ProjectTx } from '#platform/context';
import { writeLater } from '#platform/db';
import type { EmittedEvent, EventId, NewEvent, RecordedEvent } from './event.ts';
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
    const given = events.slice(from, from + batch);
    const emitted = given.map((event) => emittedOf(tx, event));
    const { rows } = await tx.db.executeQuery<EventTime>(statementFor(tx, emitted, given));
    const written = withTimes(emitted, rows);
    await tx.emit(EventsRecorded, ...written);
    recorded.push(...written);
  }
  return recorded;
}

/**
 * The same for one event of a contact that this transaction has locked or created, so it is certain to be recorded. The statement is
 * sent with the next one, or with the commit; `recorded` may be asked for afterwards.
 */
export async function recordEventLater(tx: ProjectTx, event: NewEvent): Promise<{ recorded: () => RecordedEvent }> {
  const newEvent = emittedOf(tx, event);
  let rows: readonly EventTime[] = [];
  writeLater(tx.db, statementFor(tx, [newEvent], [event]), (result) => {
    rows = result.rows as unknown as EventTime[]; // what the statement returns
  });
  await tx.emit(EventsRecorded, newEvent);
  return {
    recorded() {
      const [written] = withTimes([newEvent], rows);
      if (!written) throw new Error('the contact of an event was locked and is gone');
      return written;
    },
  };
}

interface EventTime {
  id: string;
  createdAt: Date;
}

const emittedOf = (tx: ProjectTx, { emailData, ...event }: NewEvent): EmittedEvent => {
  const { emailId = null, depth = 0, isPublic = false } = event;
  const data = emailData ? { ...emailData, ...event.data } : event.data;
  return { ...event, data, emailId, depth, isPublic, eventId: tx.newId() as EventId };
};

function withTimes(events: readonly EmittedEvent[], rows: readonly EventTime[]): RecordedEvent[] {
  const times = new Map(rows.map((row) => [row.id, row.createdAt]));
  return events.flatMap((event) => {
    const at = times.get(event.eventId);
    return at ? [{ ...event, at }] : [];
  });
}

/** `given` has the data that is stored: an emitted event may have more. */
const statementFor = (
  tx: ProjectTx,
  events: readonly EmittedEvent[],
  given: readonly Pick<NewEvent, 'data'>[],
): CompiledQuery<EventTime> =>
  CompiledQuery.raw(recordStatement, [
    tx.projectId,
    events.map((event) => event.eventId),
    events.map((event) => event.contactId),
    events.map((event) => event.name),
    given.map(({ data }) => (data === null ? null : JSON.stringify(data))),
    events.map((event) => event.emailId),
    events.map((event) => event.depth),
    events.map((event) => event.isPublic),
  ]) as CompiledQuery<EventTime>; // what the statement returns
