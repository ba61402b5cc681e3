import { sql } from 'kysely';
import type { Contact, ContactId } from '#features/contacts';
import type { ProjectReader } from '#platform/context';
import { type Condition, type ContactFacts, segmentIdsOf } from '#pure/conditions';
import type { Audience } from './audience.ts';

/**
 * What these trees ask of each contact, beyond its own row; the moment and the segments are those of the audience. At most two
 * statements, with one look-up for each contact.
 */
export async function loadContactFacts(
  reader: ProjectReader,
  audience: Audience,
  trees: readonly Condition[],
  contacts: readonly Contact[],
): Promise<Map<ContactId, ContactFacts>> {
  const ids = contacts.map(({ id }) => id);
  const names = [...new Set(trees.flatMap((tree) => audience.watchedEvents(tree)))];
  const lastAt = await loadLastEvents(reader, ids, names);
  const memberOf = await loadMemberships(reader, ids, [...listsIn(audience, trees)]);
  const { options } = audience;
  return new Map(
    contacts.map((contact): [ContactId, ContactFacts] => [
      contact.id,
      {
        now: options.now,
        contact,
        lastEventAt: (name) =>
          latest((options.eventNames?.(name) ?? [name]).map((each) => lastAt.get(keyOf(contact.id, each)))),
        isDeletedKey: (key) => options.deletedKeys.has(key),
        segment: (segmentId) => {
          const source = options.segment(segmentId);
          const isMember = memberOf.has(keyOf(contact.id, segmentId));
          return source.kind === 'list' ? { kind: 'member', isMember } : source;
        },
      },
    ]),
  );
}

const keyOf = (contactId: string, subject: string): string => `${contactId} ${subject}`;

const latest = (dates: readonly (Date | undefined)[]): Date | undefined =>
  dates.filter((date) => date !== undefined).sort((left, right) => right.getTime() - left.getTime())[0];

/** Why one look-up for each contact: a plan older than the rows would compare all of them with all contacts. */
async function loadLastEvents(
  { db, projectId }: ProjectReader,
  contactIds: readonly string[],
  names: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  if (contactIds.length === 0 || names.length === 0) return new Map();
  const { rows } = await sql<{ contactId: string; name: string; lastAt: Date }>`
    select e.contact_id, e.name, e.last_at from unnest((select ${contactIds}::uuid[])) w (id) cross join lateral (
      select contact_id, name, last_at from contact_events
       where project_id = ${projectId} and contact_id = w.id and name = any (${names}::text[])) e`.execute(db);
  return new Map(rows.map(({ contactId, name, lastAt }) => [keyOf(contactId, name), lastAt]));
}

async function loadMemberships(
  { db, projectId }: ProjectReader,
  contactIds: readonly string[],
  segmentIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (contactIds.length === 0 || segmentIds.length === 0) return new Set();
  const { rows } = await sql<{ contactId: string; segmentId: string }>`
    select m.contact_id, m.segment_id from unnest((select ${contactIds}::uuid[])) w (id) cross join lateral (
      select contact_id, segment_id from segment_members
       where project_id = ${projectId} and contact_id = w.id and segment_id = any (${segmentIds}::uuid[])) m`.execute(
    db,
  );
  return new Set(rows.map(({ contactId, segmentId }) => keyOf(contactId, segmentId)));
}

/** The segments with a list of members that the trees refer to, also through other segments. */
function listsIn({ options }: Audience, trees: readonly Condition[]): Set<string> {
  const [lists, seen] = [new Set<string>(), new Set<string>()];
  const visit = (tree: Condition): void => {
    for (const id of segmentIdsOf(tree)) {
      if (seen.has(id)) continue;
      seen.add(id);
      const source = options.segment(id);
      if (source.kind === 'list') lists.add(id);
      if (source.kind === 'tree') visit(source.tree);
    }
  };
  trees.forEach(visit);
  return lists;
}
