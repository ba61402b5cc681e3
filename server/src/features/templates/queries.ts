import type { ProjectReader, ProjectTx } from '#platform/context';
import { TemplateNotFound } from './refusals.ts';
import type { Template, TemplateId } from './template.ts';
import { templateColumns, toTemplate } from './template-row.ts';

const byId = ({ db, projectId }: ProjectReader, id: TemplateId) =>
  db.selectFrom('templates').select(templateColumns).where('projectId', '=', projectId).where('id', '=', id);

/** A template of this project, or the refusal that there is none. */
export async function findTemplate(reader: ProjectReader, id: TemplateId): Promise<Template> {
  const row = await byId(reader, id).executeTakeFirst();
  if (!row) throw TemplateNotFound(id);
  return toTemplate(row);
}

/** The same, and nobody else changes or deletes it before this transaction ends. */
export async function lockTemplate(tx: ProjectTx, id: TemplateId): Promise<Template> {
  const row = await byId(tx, id).forUpdate().executeTakeFirst();
  if (!row) throw TemplateNotFound(id);
  return toTemplate(row);
}

/** For rooms above that begin to refer to a template: it stays as long as their transaction is open. */
export async function holdTemplate(tx: ProjectTx, id: TemplateId): Promise<void> {
  const row = await byId(tx, id).clearSelect().select('id').forKeyShare().executeTakeFirst();
  if (!row) throw TemplateNotFound(id);
}
