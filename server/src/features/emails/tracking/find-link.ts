import { sql } from 'kysely';
import type { ProjectContext } from '#platform/context';

export interface FoundLink {
  readonly url: string;
  readonly isDisabled: boolean;
  readonly language: string;
  readonly projectName: string;
}

/** A stored link, and the data that decides between redirect and page. */
export function findLink(ctx: ProjectContext, linkId: string): Promise<FoundLink | null> {
  return ctx.read(async ({ db, projectId }) => {
    const { rows } = await sql<FoundLink>`
      select l.url, p.disabled_reason is not null as is_disabled, p.language, p.name as project_name
        from email_links l join projects p on p.id = l.project_id
       where l.project_id = ${projectId} and l.id = ${linkId} and p.deleted_at is null`.execute(db);
    return rows[0] ?? null;
  });
}
