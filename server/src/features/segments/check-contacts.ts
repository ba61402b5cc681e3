import { type RawBuilder, sql } from 'kysely';
import type { ContactId } from '#features/contacts';
import { recordEvents } from '#features/events';
import type { ProjectTx } from '#platform/context';
import type { Cause } from '#pure/causes';
import { compileNextFlip } from '#pure/conditions';
import { type Audience, toSql } from './audience.ts';
import { membershipEvent } from './membership-event.ts';
import type { Segment } from './segment.ts';

export interface MembershipChanges {
  added: number;
  removed: number;
}

/**
 * Compares the tracked memberships of these contacts with what the trees say now, writes the difference and its events.
 * Invariant: each change of state emits one event, however many checks run at once (D-335): checks of one project wait
 * for each other, and only a row that is really written or deleted is reported.
 */
export async function checkContacts(
  tx: ProjectTx,
  audience: Audience,
  segments: readonly Segment[],
  contactIds: readonly string[],
  causeOf: (contactId: string) => Cause,
): Promise<MembershipChanges> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`segment-checks:${tx.projectId}`}, 0))`.execute(tx.db);
  const changes: MembershipChanges = { added: 0, removed: 0 };
  for (const segment of segments) {
    const { entered, left } = await updateMembers(tx, audience, segment, contactIds);
    changes.added += entered.length;
    changes.removed += left.length;
    await recordEntriesAndExits(tx, segment, entered, left, causeOf);
  }
  await scheduleNextChecks(tx, audience, segments, contactIds, causeOf);
  return changes;
}

/**
 * Why one look-up for each contact: a plan older than the memberships compares all of them with all contacts.
 * Why new members alone are held: one that is deleted meanwhile is left out, and the others cost no write.
 */
async function updateMembers(
  tx: ProjectTx,
  audience: Audience,
  { id, tree }: Segment,
  contactIds: readonly string[],
): Promise<{ entered: ContactId[]; left: ContactId[] }> {
  if (!tree) return { entered: [], left: [] };
  const { rows } = await sql<{ id: ContactId; isMember: boolean }>`
    with result as materialized (
      select c.id, (${audience.matches(tree)}) is true as is_member
        from contacts c where c.project_id = ${tx.projectId} and c.id = any (${contactIds}::uuid[])),
    entered as (
      insert into segment_members (project_id, segment_id, contact_id, since)
      select ${tx.projectId}, ${id}, present.id, ${tx.now} from result cross join lateral (${held(tx, sql`result.id`)}) present
       where is_member and (select true from segment_members
                             where project_id = ${tx.projectId} and segment_id = ${id} and contact_id = result.id) is null
      on conflict do nothing returning contact_id),
    gone as (
      delete from segment_members where project_id = ${tx.projectId} and ctid = any (array(
        select m.ctid from result cross join lateral (
          select ctid from segment_members
           where project_id = ${tx.projectId} and segment_id = ${id} and contact_id = result.id offset 0) m
         where not result.is_member))
      returning contact_id)
    select contact_id as id, true as is_member from entered union all select contact_id, false from gone`.execute(
    tx.db,
  );
  const idsOf = (isMember: boolean) => rows.filter((row) => row.isMember === isMember).map((row) => row.id);
  return { entered: idsOf(true), left: idsOf(false) };
}

async function recordEntriesAndExits(
  tx: ProjectTx,
  segment: Segment,
  entered: readonly ContactId[],
  left: readonly ContactId[],
  causeOf: (contactId: string) => Cause,
): Promise<void> {
  const eventsOf = (ids: readonly ContactId[], change: 'entry' | 'exit') =>
    ids.map((contactId) => {
      const { depth, isPublic } = causeOf(contactId);
      return { contactId, ...membershipEvent(segment, change), depth: depth + 1, isPublic };
    });
  await recordEvents(tx, [...eventsOf(entered, 'entry'), ...eventsOf(left, 'exit')]);
}

/**
 * The next moment at which time alone can change a result becomes the contact's due time; until then it costs nothing. Time has no
 * depth, but what a visitor has caused with the public key is still public when its time comes.
 */
async function scheduleNextChecks(
  tx: ProjectTx,
  audience: Audience,
  segments: readonly Segment[],
  contactIds: readonly string[],
  causeOf: (contactId: string) => Cause,
): Promise<void> {
  const publicIds = contactIds.filter((id) => causeOf(id).isPublic);
  for (const { tree } of segments) {
    const nextFlip = tree && compileNextFlip(tree, audience.options);
    if (!nextFlip) continue;
    await sql`
      insert into segment_checks as k (project_id, id, due_at, is_public)
      select ${tx.projectId}, present.id, t.at, t.id = any (${publicIds}::uuid[])
        from (select c.id, ${toSql<Date>(nextFlip)} as at from contacts c
               where c.project_id = ${tx.projectId} and c.id = any (${contactIds}::uuid[])) t
       cross join lateral (${held(tx, sql`t.id`)}) present
       where t.at is not null
      on conflict (project_id, id) do update
         set due_at = least(k.due_at, excluded.due_at), is_public = k.is_public or excluded.is_public
       where k.due_at > excluded.due_at or k.is_public < excluded.is_public`.execute(tx.db);
  }
}

/** A contact that is not deleted before the transaction ends; no row for one that is gone. */
const held = ({ projectId }: ProjectTx, id: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select id from contacts where project_id = ${projectId} and id = ${id} for key share`;
