import { type RawBuilder, sql } from 'kysely';
import { type Contact, contactColumns, toContact } from '#features/contacts';
import type { ProjectContext, ProjectReader } from '#platform/context';
import { loadAudience } from './audience.ts';
import { listFew, loadContacts } from './few-members.ts';
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
    const segment = await findSegment(reader, id);
    const audience = segment.tree && (await loadAudience(reader));
    const few = segment.tree && audience && (await listFew(reader, audience, segment.tree));
    const range = { limit: pageSize, offset: (page - 1) * pageSize };
    const members = few
      ? await pageOfFew(reader, few, range)
      : await pageOf(reader, segment.tree && audience ? audience.matches(segment.tree) : isListed(reader, id), range);
    return { segment, now: reader.now, ...members };
  });
  if (segment.memberCount === found.total) return found;
  if (segment.tree) await storeCount(ctx, { id, tree: segment.tree }, { count: found.total, at: now });
  else await ctx.transaction((tx) => recountList(tx, id));
  return found;
}

interface PageRange {
  limit: number;
  offset: number;
}

const isListed = ({ projectId }: ProjectReader, id: SegmentId): RawBuilder<boolean> =>
  sql`exists (select 1 from segment_members m where m.project_id = ${projectId} and m.segment_id = ${id} and m.contact_id = c.id)`;

async function pageOfFew(reader: ProjectReader, ids: readonly string[], range: PageRange): Promise<MemberPage> {
  const wanted = ids.slice(range.offset, range.offset + range.limit);
  return { contacts: await loadContacts(reader, wanted), total: ids.length };
}

async function pageOf(
  { db, projectId }: ProjectReader,
  isMember: RawBuilder<boolean>,
  { limit, offset }: PageRange,
): Promise<MemberPage> {
  const members = db.selectFrom('contacts as c').where('c.projectId', '=', projectId).where(isMember);
  const { total } = await members.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
  const rows = await members
    .select(contactColumns)
    .orderBy('c.createdAt', 'desc')
    .orderBy('c.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return { contacts: rows.map(toContact), total: Number(total) };
}
