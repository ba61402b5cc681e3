import { CompiledQuery, sql } from 'kysely';
import type { ChangedContact, ContactId } from '#features/contacts';
import type { RecordedEvent } from '#features/events';
import type { ProjectTx } from '#platform/context';
import { writeLater } from '#platform/db';
import type { Cause } from '#pure/causes';
import { fieldsOf } from '#pure/conditions';
import { customFieldName } from '#pure/custom-fields';
import { limits } from '#pure/limits';
import { loadAudience } from './audience.ts';
import { checks, trackedSegments } from './checks.ts';
import { checkAll } from './tasks.ts';

/** After this many steps of the service an event triggers nothing (D-420). */
const maxDepth = limits.eventSteps;

/**
 * A changed contact is checked again, if the project tracks any segment: one statement, merged into one row.
 * Why at any depth: membership must be right. What an entry past the limit may not do is decided where its event is handled.
 */
export const contactsChanged = (tx: ProjectTx, contacts: readonly ChangedContact[]): Promise<void> =>
  markForCheck(
    tx,
    contacts.map((contact) => ({ ...contact, name: null })),
  );

/** An event concerns only the tracked segments that mention its name. */
export const eventsRecorded = (tx: ProjectTx, events: readonly RecordedEvent[]): Promise<void> =>
  markForCheck(
    tx,
    events.filter(({ depth }) => depth <= maxDepth),
  );

/**
 * A deleted contact is removed from its lists, and their counts follow.
 * Why the locks: after them no other transaction adds these contacts to a list or changes the counts of their lists.
 */
export async function contactsDeleted(tx: ProjectTx, contacts: readonly { contactId: ContactId }[]): Promise<void> {
  const ids = contacts.map(({ contactId }) => contactId);
  await sql`select 1 from contacts where project_id = ${tx.projectId} and id = any (${ids}::uuid[])
    order by id for update`.execute(tx.db);
  const lists = await sql<{ id: string }>`
    select s.id from segments s
     where s.project_id = ${tx.projectId} and s.type = 'STATIC' and s.id in (
       select m.segment_id from segment_members m
        where m.project_id = ${tx.projectId} and m.contact_id = any (${ids}::uuid[]))
     order by s.id for no key update`.execute(tx.db);
  if (lists.rows.length === 0) return;
  await sql`
    update segments s set member_count = s.member_count - gone.count, member_count_at = ${tx.now}
      from (select m.segment_id, count(*) from segment_members m
             where m.project_id = ${tx.projectId} and m.contact_id = any (${ids}::uuid[])
               and m.segment_id = any (${lists.rows.map(({ id }) => id)}::uuid[])
             group by m.segment_id) gone
     where s.project_id = ${tx.projectId} and s.id = gone.segment_id`.execute(tx.db);
}

async function markForCheck(
  tx: ProjectTx,
  items: readonly (Cause & { contactId: ContactId; name: string | null })[],
): Promise<void> {
  if (items.length === 0) return;
  const values = [
    tx.projectId,
    items.map((item) => item.contactId),
    items.map((item) => item.name),
    items.map((item) => item.depth),
    items.map((item) => item.isPublic),
  ];
  writeLater(tx.db, CompiledQuery.raw(markStatement, values), ({ rowCount }) => {
    if (rowCount > 0) tx.afterCommit(checks.wake);
  });
}

/**
 * $1 the project; then one list each of contacts, names of events (null: any change of the contact), depths and whether public. Of
 * several causes the greatest depth counts, and one that is public is enough (D-935).
 */
const markStatement = `
  insert into segment_checks as k (project_id, id, depth, is_public)
  select $1, n.contact_id, max(n.depth), bool_or(n.is_public)
    from unnest((select $2::uuid[]), $3::text[], $4::smallint[], $5::boolean[]) n (contact_id, name, depth, is_public)
   where exists (select 1 from segments s
                  where s.project_id = $1 and s.track_membership and s.type = 'DYNAMIC'
                    and (n.name is null or n.name = any (s.watched_events)))
   group by n.contact_id order by n.contact_id
  on conflict (project_id, id) do update
     set due_at = least(k.due_at, now()), depth = greatest(k.depth, excluded.depth), is_public = k.is_public or excluded.is_public`;

/** A removed field matches nothing from now on, so memberships that depended on it end (D-223). */
export async function fieldDeleted(tx: ProjectTx, fields: readonly { key: string }[]): Promise<void> {
  const names = new Set(fields.map(({ key }) => customFieldName(key)));
  const { segments } = await loadAudience(tx);
  const concerned = trackedSegments(segments.values()).filter(
    ({ tree }) => tree && fieldsOf(tree).some((name) => names.has(name)),
  );
  for (const { id } of concerned) await tx.enqueue(checkAll, { segmentId: id }, { mergeKey: id });
}

export async function eventNameDeleted(tx: ProjectTx, deleted: readonly { name: string }[]): Promise<void> {
  const names = new Set(deleted.map(({ name }) => name));
  const audience = await loadAudience(tx);
  for (const { id, tree } of trackedSegments(audience.segments.values())) {
    const isConcerned = tree && audience.watchedEvents(tree).some((name) => names.has(name));
    if (isConcerned) await tx.enqueue(checkAll, { segmentId: id }, { mergeKey: id });
  }
}
