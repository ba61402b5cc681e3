import type { ProjectReader, ProjectTx } from '#platform/context';
import { TemplateNotFound } from './refusals.ts';
import type { Template, TemplateId } from './template.ts';
import { templateColumns, toTemplate } from './template-row.ts';

const byId = ({ db, projectId }: ProjectReader, id: TemplateId) =>
  db.selectFrom('templates').select(templateColumns).where('projectId', '=', projectId).where('id', '=', id);

/** A template of this project; throws TemplateNotFound if there is none. */
export async function findTemplate(reader: ProjectReader, id: TemplateId): Promise<Template> {
  const row = await byId(reader, id).executeTakeFirst();
  if (!row) throw TemplateNotFound(id);
  return toTemplate(row);
}

/** Those of these templates that there are, by id. */
export async function findTemplates(
  { db, projectId }: ProjectReader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Template>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('templates')
    .select(templateColumns)
    .where('projectId', '=', projectId)
    .where((where) => where('id', '=', where.fn.any(where.val(ids))))
    .execute();
  return new Map(rows.map((row) => [row.id, toTemplate(row)]));
}

/** A template, locked: no other transaction changes or deletes it before this one ends. */
export async function lockTemplate(tx: ProjectTx, id: TemplateId): Promise<Template> {
  const row = await byId(tx, id).forUpdate().executeTakeFirst();
  if (!row) throw TemplateNotFound(id);
  return toTemplate(row);
}

/** Refuses an unknown template; a known one is not deleted before this transaction ends. For records that refer to it. */
export async function requireTemplate({ db, projectId }: ProjectTx, id: TemplateId): Promise<void> {
  const found = await db
    .selectFrom('templates')
    .select('id')
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  if (!found) throw TemplateNotFound(id);
}
