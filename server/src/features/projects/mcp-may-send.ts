import type { ProjectContext } from '#platform/context';

/** Whether tools of an agent may send mail for this project (D-1071). */
export const mcpMaySend = (ctx: ProjectContext): Promise<boolean> =>
  ctx.read(async ({ db, projectId }) => {
    const row = await db.selectFrom('projects').select('mcpSending').where('id', '=', projectId).executeTakeFirst();
    return row?.mcpSending ?? false;
  });
