import { sql } from 'kysely';
import { type Contact, contactColumns, toContact } from '#features/contacts';
import type { ProjectContext } from '#platform/context';
import { loadAudience } from './audience.ts';
import { findSegment } from './find-segment.ts';
import type { SegmentId } from './segment.ts';
import { recountList, storeCount } from './store-count.ts';

export interface MemberPage {
  contacts: Contact[];
  total: number;
}

/** The members of a segment, newest contact first; a dynamic one is evaluated for this request (D-343). */
export async function listMembers(
  ctx: ProjectContext,
  id: SegmentId,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<MemberPage> {
  const { segment, now, ...found } = await ctx.read(async (reader) => {
    const { db, projectId } = reader;
    const segment = await findSegment(reader, id);
    const isMember = segment.tree
      ? (await loadAudience(reader)).matches(segment.tree)
      : sql<boolean>`exists (select 1 from segment_members m where m.project_id = ${projectId} and m.segment_id = ${id} and m.contact_id = c.id)`;
    const members = db.selectFrom('contacts as c').where('c.projectId', '=', projectId).where(isMember);
    const { total } = await members.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
    const rows = await members
      .select(contactColumns)
      .orderBy('c.createdAt', 'desc')
      .orderBy('c.id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute();
    return { segment, now: reader.now, contacts: rows.map(toContact), total: Number(total) };
  });
  if (segment.memberCount === found.total) return found;
  if (segment.tree) await storeCount(ctx, { id, tree: segment.tree }, { count: found.total, at: now });
  else await ctx.transaction((tx) => recountList(tx, id));
  return found;
}
