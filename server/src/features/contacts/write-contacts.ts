import { CompiledQuery } from 'kysely';
import type { ProjectTx } from '#platform/context';
import { writeLater } from '#platform/db';
import { sumChanges } from '#pure/custom-fields';
import { consentColumns } from './consent.ts';
import { type ChangeCause, type Contact, type ContactPlan, type ContactSource, changeCause } from './contact.ts';
import { ContactSubscribed, ContactsChanged, ContactUnsubscribed } from './signals.ts';
import { foldTallies } from './tasks.ts';
import { writeStatement } from './write-statement.ts';

type ContactWrite = Extract<ContactPlan, { kind: 'create' | 'change' }>;

/**
 * Writes what the plans ask for, in one statement, and emits signals about it. Plans that change nothing write nothing. The statement
 * is sent with the next one, or with the commit.
 */
export async function writeContacts(
  tx: ProjectTx,
  plans: readonly ContactPlan[],
  sourceOrCause: ContactSource | ChangeCause,
): Promise<void> {
  const writes = plans.filter((plan): plan is ContactWrite => plan.kind === 'create' || plan.kind === 'change');
  if (writes.length === 0) return;
  const cause = changeCause(sourceOrCause);
  await store(tx, writes, cause);
  await emitChanges(tx, writes, cause);
}

async function store(tx: ProjectTx, writes: readonly ContactWrite[], cause: ChangeCause): Promise<void> {
  const created = writes.filter((write) => write.kind === 'create').map((write) => write.contact);
  const changed = writes.filter((write) => write.kind === 'change').map((write) => write.contact);
  const fields = fieldsOf(writes);
  const tally = tallyOf(writes);
  const tallyId = tx.newId();
  const values = [
    tx.projectId,
    cause.source,
    tx.now,
    ...columnsOf(created),
    ...columnsOf(changed),
    fields.map(([key]) => key),
    fields.map(([, type]) => type),
    tallyId,
    tally.contacts,
    tally.subscribed,
    tally.fields,
    tally.isNeeded,
    ...consentColumns(tx, writes, cause),
  ];
  writeLater(tx.db, CompiledQuery.raw(writeStatement, values));
  // Why: folded counts may lag, so one write in 64, or one batch in 8, enqueues a fold; a schedule finds the rest.
  if (Number.parseInt(tallyId.slice(-2), 16) < (writes.length >= 32 ? 32 : 4)) await tx.enqueue(foldTallies, {});
}

const columnsOf = (contacts: readonly Contact[]): unknown[] => [
  contacts.map((contact) => contact.id),
  contacts.map((contact) => contact.email),
  contacts.map((contact) => contact.subscribed),
  contacts.map((contact) => JSON.stringify(contact.data)),
];

/** Every key that gets a value, with the type of the first one; sorted, so concurrent writers lock in the same order. */
function fieldsOf(writes: readonly ContactWrite[]): [string, string][] {
  const types = new Map<string, string>();
  for (const { key, newType } of writes.flatMap((write) => write.changes)) {
    if (newType !== null && !types.has(key)) types.set(key, newType);
  }
  return [...types].sort(([left], [right]) => (left < right ? -1 : 1));
}

function tallyOf(writes: readonly ContactWrite[]) {
  const contacts = writes.filter((write) => write.kind === 'create').length;
  const subscribed = writes.reduce(
    (sum, { contact, before }) => sum + Number(contact.subscribed) - Number(before?.subscribed ?? false),
    0,
  );
  const fields = sumChanges(writes.flatMap((write) => write.changes));
  return {
    contacts,
    subscribed,
    fields: JSON.stringify(fields),
    isNeeded: contacts !== 0 || subscribed !== 0 || fields.length > 0,
  };
}

async function emitChanges(tx: ProjectTx, writes: readonly ContactWrite[], cause: ChangeCause): Promise<void> {
  const flipped = writes.filter(({ contact, before }) => before && before.subscribed !== contact.subscribed);
  const changesTo = (state: boolean) =>
    flipped
      .filter(({ contact }) => contact.subscribed === state)
      .map(({ contact }) => ({ contactId: contact.id, ...cause }));
  await tx.emit(ContactSubscribed, ...changesTo(true));
  await tx.emit(ContactUnsubscribed, ...changesTo(false));
  const { depth, isPublic } = cause;
  await tx.emit(
    ContactsChanged,
    ...writes.map(({ contact, kind }) => ({ contactId: contact.id, isNew: kind === 'create', depth, isPublic })),
  );
}
