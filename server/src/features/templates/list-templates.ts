import { sql } from 'kysely';
import type { ProjectContext } from '#platform/context';
import type { Template, TemplateType } from './template.ts';
import { templateColumns, toTemplate } from './template-row.ts';

export interface TemplateListQuery {
  page: number;
  pageSize: number;
  type?: TemplateType | undefined;
  search?: string | undefined;
  sort: 'name' | 'createdAt' | 'updatedAt';
  dir: 'asc' | 'desc';
}

/** One page of a project's templates, and how many there are in all. A project has few, so they are searched one by one. */
export function listTemplates(
  ctx: ProjectContext,
  query: TemplateListQuery,
): Promise<{ templates: Template[]; total: number }> {
  const { page, pageSize, type, search, sort, dir } = query;
  return ctx.read(async ({ db, projectId }) => {
    let found = db.selectFrom('templates').where('projectId', '=', projectId);
    if (type !== undefined) found = found.where('type', '=', type);
    if (search !== undefined) {
      const searched = sql`concat_ws(E'\\n', name, description, subject)`;
      found = found.where(sql<boolean>`strpos(lower(${searched}), lower(${search})) > 0`);
    }
    const rows = await found
      .select(templateColumns)
      .orderBy(sort === 'name' ? sql`lower(name)` : sort, dir)
      .orderBy('id', dir)
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute();
    const { total } = await found.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
    return { templates: rows.map(toTemplate), total: Number(total) };
  });
}
