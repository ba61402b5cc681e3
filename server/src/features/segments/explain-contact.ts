import type { Contact } from '#features/contacts';
import type { ProjectReader } from '#platform/context';
import { type Condition, type Explanation, explain } from '#pure/conditions';
import type { Audience } from './audience.ts';

/** Each filter of a tree with what this contact has today; the moment and the segments are those of the audience. */
export async function explainContact(
  { db, projectId }: ProjectReader,
  audience: Audience,
  tree: Condition,
  contact: Contact,
): Promise<Explanation> {
  const events = await db
    .selectFrom('contactEvents')
    .select(['name', 'lastAt'])
    .where('projectId', '=', projectId)
    .where('contactId', '=', contact.id)
    .where((where) => where('name', '=', where.fn.any(where.val(audience.watchedEvents(tree)))))
    .execute();
  const lists = await db
    .selectFrom('segmentMembers')
    .select('segmentId')
    .where('projectId', '=', projectId)
    .where('contactId', '=', contact.id)
    .execute();
  const lastAt = new Map(events.map((event) => [event.name, event.lastAt]));
  const memberOf = new Set(lists.map(({ segmentId }) => segmentId));
  return explain(tree, {
    now: audience.options.now,
    contact,
    lastEventAt: (name) => latest((audience.options.eventNames?.(name) ?? [name]).map((each) => lastAt.get(each))),
    isDeletedKey: (key) => audience.options.deletedKeys.has(key),
    segment: (segmentId) => {
      const source = audience.options.segment(segmentId);
      return source.kind === 'list' ? { kind: 'member', isMember: memberOf.has(segmentId) } : source;
    },
  });
}

const latest = (dates: readonly (Date | undefined)[]): Date | undefined =>
  dates.filter((date) => date !== undefined).sort((left, right) => right.getTime() - left.getTime())[0];
