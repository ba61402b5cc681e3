import { sql } from 'kysely';
import { type Contact, type ContactId, ContactNotFound, contactColumns, toContact } from '#features/contacts';
import type { ProjectContext, ProjectReader } from '#platform/context';
import { isStatementTimeout } from '#platform/db';
import { type Condition, type Explanation, filterCounts } from '#pure/conditions';
import { loadAudience, toSql } from './audience.ts';
import { checkReferences } from './check-references.ts';
import { prepareCounting } from './count-members.ts';
import { explainContact } from './explain-contact.ts';
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
    if (!request.contactId) return null;
    return explainContact(reader, audience, request.tree, await findContact(reader, request.contactId));
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
  // Why an array: a function takes a hundred arguments at most.
  const { rows } = await sql<{ counts: (number | null)[] }>`
    select to_json(array[${sql.join(columns)}]) as counts from contacts c where c.project_id = ${projectId}`.execute(
    db,
  );
  const found = rows[0]?.counts ?? [];
  return pieces.map(({ path }, index) => ({
    path,
    missing: found[2 * index] ?? null,
    dayOnly: found[2 * index + 1] ?? null,
  }));
}

async function findContact({ db, projectId }: ProjectReader, id: ContactId): Promise<Contact> {
  const row = await db
    .selectFrom('contacts')
    .select(contactColumns)
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw ContactNotFound(id);
  return toContact(row);
}
