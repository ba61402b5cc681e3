import { CompiledQuery } from 'kysely';
import type { ProjectTx } from '#platform/context';
import { writeLater } from '#platform/db';
import type { ActiveListeners } from '#platform/signals';
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
    const given = events.slice(from, from + batch);
    const times: EventTimes = new Map();
    const all = given.map((event) => recordOf(tx, event, times));
    keepTimes(times, (await tx.db.executeQuery<EventTime>(statementFor(tx, all, given))).rows);
    const written = all.filter(({ eventId }) => times.has(eventId));
    await tx.emit(EventsRecorded, ...written);
    recorded.push(...written);
  }
  return recorded;
}

/**
 * The same for one event of a contact that this transaction has locked or created, so it is certain to be recorded. The statement is
 * sent with the next one, or with the commit; then its moment is known. `listeners` were asked for after the contact was locked.
 */
export async function recordEventLater(
  tx: ProjectTx,
  event: NewEvent,
  listeners: ActiveListeners<RecordedEvent>,
): Promise<RecordedEvent> {
  const times: EventTimes = new Map();
  const recorded = recordOf(tx, event, times);
  writeLater(tx.db, statementFor(tx, [recorded], [event]), ({ rows }) => {
    keepTimes(times, rows as unknown as EventTime[]); // what the statement returns
  });
  await tx.emitTo(listeners, recorded);
  return recorded;
}

interface EventTime {
  id: string;
  createdAt: Date;
}

/** The moments of recorded events by id. */
type EventTimes = Map<string, Date>;

function keepTimes(times: EventTimes, rows: readonly EventTime[]): void {
  for (const { id, createdAt } of rows) times.set(id, createdAt);
}

function recordOf(tx: ProjectTx, { emailData, ...event }: NewEvent, times: EventTimes): RecordedEvent {
  const { emailId = null, depth = 0, isPublic = false } = event;
  const data = emailData ? { ...emailData, ...event.data } : event.data;
  const eventId = tx.newId() as EventId;
  const at = (): Date => {
    const known = times.get(eventId);
    if (!known) throw new Error('the event is not recorded, or not yet');
    return known;
  };
  return { ...event, data, emailId, depth, isPublic, eventId, at };
}

/** `given` has what is stored of the data and of the email: a recorded event may have more of the first, and not the second. */
const statementFor = (
  tx: ProjectTx,
  events: readonly RecordedEvent[],
  given: readonly Pick<NewEvent, 'data' | 'emailData'>[],
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
    given.map(({ emailData }) => (emailData ? emailData.test === true : null)),
  ]) as CompiledQuery<EventTime>; // what the statement returns
