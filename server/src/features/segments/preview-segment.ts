import { sql } from 'kysely';
import { type Contact, type ContactId, ContactNotFound, contactColumns, toContact } from '#features/contacts';
import type { ProjectContext, ProjectReader } from '#platform/context';
import { isStatementTimeout } from '#platform/db';
import { type Condition, type Explanation, explain, filterCounts } from '#pure/conditions';
import { type Audience, loadAudience, toSql } from './audience.ts';
import { checkReferences } from './check-references.ts';
import { prepareCounting } from './count-members.ts';
import { listFew, loadContacts } from './few-members.ts';

export interface SegmentPreview {
  count: number | null;
  timedOut: boolean;
  sample: Contact[];
  filters: { path: string; missing: number | null; dayOnly: number | null }[];
  contact: Explanation | null;
}

interface SegmentPreviewRequest {
  tree: Condition;
  contactId: ContactId | undefined;
  sample: number;
}

/** Which contacts an unsaved condition matches, and which of its rules one contact passes (D-347). Nothing is written. */
export async function previewSegment(ctx: ProjectContext, request: SegmentPreviewRequest): Promise<SegmentPreview> {
  const contact = await ctx.read(async (reader) => {
    const audience = await loadAudience(reader);
    checkReferences(audience, request.tree);
    return request.contactId ? explainContact(reader, audience, request.tree, request.contactId) : null;
  });
  const counted = await ctx
    .read((reader) => countAudience(reader, request))
    .catch((error: unknown) => {
      if (!isStatementTimeout(error)) throw error;
      return null;
    });
  const uncounted = filterCounts(request.tree).map(({ path }) => ({ path, missing: null, dayOnly: null }));
  return { count: null, sample: [], filters: uncounted, ...counted, timedOut: counted === null, contact };
}

async function countAudience(reader: ProjectReader, { tree, sample }: SegmentPreviewRequest) {
  const { db, projectId } = reader;
  prepareCounting(reader);
  const audience = await loadAudience(reader);
  const few = await listFew(reader, audience, tree);
  if (few) {
    const sampled = await loadContacts(reader, few.slice(0, sample));
    return { count: few.length, sample: sampled, filters: await countFilters(reader, tree) };
  }
  const members = db.selectFrom('contacts as c').where('c.projectId', '=', projectId).where(audience.matches(tree));
  const rows = await members
    .select(contactColumns)
    .orderBy('c.createdAt', 'desc')
    .orderBy('c.id', 'desc')
    .limit(sample)
    .execute();
  const { count } = await members.select(({ fn }) => fn.countAll<string>().as('count')).executeTakeFirstOrThrow();
  return { count: Number(count), sample: rows.map(toContact), filters: await countFilters(reader, tree) };
}

async function countFilters({ db, projectId }: ProjectReader, tree: Condition): Promise<SegmentPreview['filters']> {
  const pieces = filterCounts(tree);
  const columns = pieces.flatMap(({ missing, dayOnly }) =>
    [missing, dayOnly].map((piece) => (piece ? sql`count(*) filter (where ${toSql(piece)})` : sql`null::bigint`)),
  );
  if (columns.length === 0) return [];
  const { rows } = await sql<{ counts: (number | null)[] }>`
    select json_build_array(${sql.join(columns)}) as counts from contacts c where c.project_id = ${projectId}`.execute(
    db,
  );
  const found = rows[0]?.counts ?? [];
  return pieces.map(({ path }, index) => ({
    path,
    missing: found[2 * index] ?? null,
    dayOnly: found[2 * index + 1] ?? null,
  }));
}

async function explainContact(
  reader: ProjectReader,
  audience: Audience,
  tree: Condition,
  id: ContactId,
): Promise<Explanation> {
  const { db, projectId, now } = reader;
  const row = await db
    .selectFrom('contacts')
    .select(contactColumns)
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw ContactNotFound(id);
  const events = await db
    .selectFrom('contactEvents')
    .select(['name', 'lastAt'])
    .where('projectId', '=', projectId)
    .where('contactId', '=', id)
    .where((where) => where('name', '=', where.fn.any(where.val(audience.watchedEvents(tree)))))
    .execute();
  const lists = await db
    .selectFrom('segmentMembers')
    .select('segmentId')
    .where('projectId', '=', projectId)
    .where('contactId', '=', id)
    .execute();
  const lastAt = new Map(events.map((event) => [event.name, event.lastAt]));
  const memberOf = new Set(lists.map(({ segmentId }) => segmentId));
  return explain(tree, {
    now,
    contact: toContact(row),
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
