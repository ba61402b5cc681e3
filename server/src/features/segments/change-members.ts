import { sql } from 'kysely';
import { type ContactId, emptyPatch, upsertContacts } from '#features/contacts';
import { recordEvents } from '#features/events';
import type { ProjectContext, ProjectTx } from '#platform/context';
import { normaliseAddress } from '#pure/addresses';
import { lockSegment } from './find-segment.ts';
import { membershipEvent } from './membership-event.ts';
import { SegmentNotStatic } from './refusals.ts';
import type { Segment, SegmentId } from './segment.ts';

interface MemberAddition {
  emails: readonly string[];
  createMissing: boolean;
  subscribed: boolean;
}

/** Adds contacts to a list by address; creates unknown ones only when asked (D-344). */
export function addMembers(
  ctx: ProjectContext,
  id: SegmentId,
  { emails, createMissing, subscribed }: MemberAddition,
): Promise<{ added: number; created: number; notFound: string[] }> {
  return ctx.transaction(async (tx) => {
    const normalised = new Map(emails.map((email) => [email, normaliseAddress(email)]));
    const addresses = [...new Set([...normalised.values()].filter((address) => address !== null))].sort();
    const known = await holdContacts(tx, addresses);
    const segment = await lockList(tx, id);
    const unknown = addresses.filter((address) => !known.has(address));
    const created = createMissing ? await createContacts(tx, unknown, subscribed) : [];
    for (const { id: contactId, email } of created) known.set(email, contactId);
    const added = await insertMembers(tx, segment, [...known.values()]);
    await recordListChange(tx, segment, added, 'entry');
    const notFound = [...normalised]
      .filter(([, address]) => address === null || !known.has(address))
      .map(([email]) => email);
    return { added: added.length, created: created.length, notFound };
  });
}

/** Removes contacts from a list; addresses that are not on it are ignored. */
export function removeMembers(
  ctx: ProjectContext,
  id: SegmentId,
  emails: readonly string[],
): Promise<{ removed: number }> {
  return ctx.transaction(async (tx) => {
    const segment = await lockList(tx, id);
    const addresses = emails.map(normaliseAddress).filter((address) => address !== null);
    const known = idsByEmail(await contactsOf(tx, [...new Set(addresses)]).execute());
    const { rows } = await sql<{ contactId: ContactId }>`
      delete from segment_members where project_id = ${tx.projectId} and segment_id = ${id}
         and contact_id = any (${[...known.values()]}::uuid[]) returning contact_id`.execute(tx.db);
    const removed = rows.map((row) => row.contactId);
    await recordListChange(tx, segment, removed, 'exit');
    return { removed: removed.length };
  });
}

async function lockList(tx: ProjectTx, id: SegmentId): Promise<Segment> {
  const segment = await lockSegment(tx, id);
  if (segment.tree) throw SegmentNotStatic(id);
  return segment;
}

const contactsOf = (tx: ProjectTx, addresses: readonly string[]) =>
  tx.db
    .selectFrom('contacts')
    .select(['id', 'email'])
    .where('projectId', '=', tx.projectId)
    .where((where) => where('email', '=', where.fn.any(where.val(addresses))));

/**
 * Finds contacts that are not deleted before the transaction ends.
 * Why before the list is locked, and by id: a deletion locks contacts and then their lists, in this order.
 */
const holdContacts = async (tx: ProjectTx, addresses: readonly string[]): Promise<Map<string, ContactId>> =>
  idsByEmail(await contactsOf(tx, addresses).orderBy('id').forKeyShare().execute());

const idsByEmail = (rows: readonly { id: string; email: string }[]): Map<string, ContactId> =>
  new Map(rows.map(({ id, email }) => [email, id as ContactId])); // rows of contacts

async function createContacts(tx: ProjectTx, emails: readonly string[], subscribed: boolean) {
  const inputs = emails.map((email) => ({
    email,
    subscribed: undefined,
    subscribedWhenNew: subscribed,
    patch: emptyPatch,
  }));
  const plans = await upsertContacts(tx, inputs, 'api');
  return plans.flatMap((plan) => (plan.kind === 'create' ? [plan.contact] : []));
}

async function insertMembers(tx: ProjectTx, { id }: Segment, contactIds: readonly ContactId[]): Promise<ContactId[]> {
  const { rows } = await sql<{ contactId: ContactId }>`
    insert into segment_members (project_id, segment_id, contact_id, since)
    select ${tx.projectId}, ${id}, contact_id, ${tx.now} from unnest(${contactIds}::uuid[]) c (contact_id)
    on conflict do nothing returning contact_id`.execute(tx.db);
  return rows.map((row) => row.contactId);
}

/** Updates the count of the list in the same transaction; a tracked list records an event for each real change (D-338). */
async function recordListChange(
  tx: ProjectTx,
  segment: Segment,
  contactIds: readonly ContactId[],
  change: 'entry' | 'exit',
): Promise<void> {
  if (contactIds.length === 0) return;
  const moved = change === 'entry' ? contactIds.length : -contactIds.length;
  await tx.db
    .updateTable('segments')
    .set(({ eb }) => ({ memberCount: eb('memberCount', '+', String(moved)), memberCountAt: tx.now }))
    .where('projectId', '=', tx.projectId)
    .where('id', '=', segment.id)
    .execute();
  await markForCheck(tx, contactIds);
  if (!segment.trackMembership) return;
  const event = { ...membershipEvent(segment, change), depth: 1 };
  await recordEvents(
    tx,
    contactIds.map((contactId) => ({ contactId, ...event })),
  );
}

/** The conditions of tracked segments may depend on this list. */
const markForCheck = (tx: ProjectTx, contactIds: readonly ContactId[]): Promise<unknown> =>
  sql`
  insert into segment_checks as k (project_id, id)
  select ${tx.projectId}, contact_id from unnest(${contactIds}::uuid[]) c (contact_id)
   where exists (select 1 from segments where project_id = ${tx.projectId} and track_membership and type = 'DYNAMIC')
   order by contact_id
  on conflict (project_id, id) do update set due_at = least(k.due_at, now())`.execute(tx.db);
