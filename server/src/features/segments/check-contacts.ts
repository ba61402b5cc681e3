import { sql } from 'kysely';
import type { ContactId } from '#features/contacts';
import { recordEvents } from '#features/events';
import type { ProjectTx } from '#platform/context';
import { compileNextTurn } from '#pure/conditions';
import type { Audience } from './audience.ts';
import { toSql } from './audience.ts';
import type { Segment } from './segment.ts';

export interface Changes {
  added: number;
  removed: number;
}

/**
 * Compares the tracked memberships of these contacts with what the trees say now, writes the difference and its events.
 * Invariant: each change of state emits one event, however many checks run at once (D-335): checks of one project wait
 * for each other, and the row that is written or deleted is the one that is told.
 */
export async function checkContacts(
  tx: ProjectTx,
  audience: Audience,
  segments: readonly Segment[],
  contactIds: readonly string[],
  depthOf: (contactId: string) => number,
): Promise<Changes> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`segment-checks:${tx.projectId}`}, 0))`.execute(tx.db);
  const changes: Changes = { added: 0, removed: 0 };
  for (const segment of segments) {
    const { entered, left } = await compare(tx, audience, segment, contactIds);
    changes.added += entered.length;
    changes.removed += left.length;
    await tell(tx, segment, entered, left, depthOf);
  }
  await planNextTurns(tx, audience, segments, contactIds);
  return changes;
}

/**
 * Why one look for each contact: a plan that is older than the memberships compares all of them with all contacts.
 */
async function compare(
  tx: ProjectTx,
  audience: Audience,
  { id, tree }: Segment,
  contactIds: readonly string[],
): Promise<{ entered: ContactId[]; left: ContactId[] }> {
  if (!tree) return { entered: [], left: [] };
  const { rows } = await sql<{ id: ContactId; isMember: boolean }>`
    with answer as materialized (
      select c.id, (${audience.matches(tree)}) is true as is_member
        from contacts c where c.project_id = ${tx.projectId} and c.id = any (${contactIds}::uuid[])),
    entered as (
      insert into segment_members (project_id, segment_id, contact_id, since)
      select ${tx.projectId}, ${id}, answer.id, ${tx.now} from answer where is_member
      on conflict do nothing returning contact_id),
    gone as (
      delete from segment_members where project_id = ${tx.projectId} and ctid = any (array(
        select m.ctid from answer cross join lateral (
          select ctid from segment_members
           where project_id = ${tx.projectId} and segment_id = ${id} and contact_id = answer.id offset 0) m
         where not answer.is_member))
      returning contact_id)
    select contact_id as id, true as is_member from entered union all select contact_id, false from gone`.execute(
    tx.db,
  );
  const idsOf = (isMember: boolean) => rows.filter((row) => row.isMember === isMember).map((row) => row.id);
  return { entered: idsOf(true), left: idsOf(false) };
}

async function tell(
  tx: ProjectTx,
  segment: Segment,
  entered: readonly ContactId[],
  left: readonly ContactId[],
  depthOf: (contactId: string) => number,
): Promise<void> {
  const { slug } = segment;
  const data = { segmentId: segment.id, segmentName: segment.name, slug };
  const eventsOf = (ids: readonly ContactId[], change: 'entry' | 'exit') =>
    ids.map((contactId) => ({ contactId, name: `segment.${slug}.${change}`, data, depth: depthOf(contactId) + 1 }));
  await recordEvents(tx, [...eventsOf(entered, 'entry'), ...eventsOf(left, 'exit')]);
}

/** The next moment at which time alone can turn an answer becomes the contact's due time; until then it costs nothing. */
async function planNextTurns(
  tx: ProjectTx,
  audience: Audience,
  segments: readonly Segment[],
  contactIds: readonly string[],
): Promise<void> {
  for (const { tree } of segments) {
    const turn = tree && compileNextTurn(tree, audience.options);
    if (!turn) continue;
    await sql`
      insert into segment_checks as k (project_id, id, due_at)
      select ${tx.projectId}, t.id, t.at
        from (select c.id, ${toSql<Date>(turn)} as at from contacts c
               where c.project_id = ${tx.projectId} and c.id = any (${contactIds}::uuid[])) t
       where t.at is not null
      on conflict (project_id, id) do update set due_at = excluded.due_at where k.due_at > excluded.due_at`.execute(
      tx.db,
    );
  }
}
