import { sql } from 'kysely';
import { z } from 'zod';
import { defineTask, enqueueIn, every } from '#platform/context';
import { readId } from '#platform/ids';

const maxProjects = 1_000;
const mailsAtOnce = 5_000;

/**
 * Counts the mails of one project that were accepted before there were figures, newest first. A second run goes on where the first has
 * ended, or finds nothing.
 */
export const fillFigures = defineTask({
  name: 'emails.fill-figures',
  payload: z.object({}),
  isMerged: true,
  async run(ctx) {
    for (let isMore = true; isMore && !ctx.stopping.aborted; ) {
      isMore = await ctx.transaction(async ({ db, projectId }) => {
        const { rows } = await sql<{ isMore: boolean }>`
          select fill_mail_figures(${projectId}, ${mailsAtOnce}) as is_more`.execute(db);
        return rows[0]?.isMore ?? false;
      });
    }
  },
});

/** Finds projects with mails that are not counted yet; none, a while after the upgrade that brought the figures. */
export const findUncounted = every({ minutes: 1 }, 'emails.find-uncounted', async (ctx) => {
  const rows = await ctx.dispatch<{ project_id: string }>('projects_with_uncounted_mails', [maxProjects]);
  for (const { project_id: text } of rows) {
    const projectId = readId<'project'>(text);
    if (projectId) await enqueueIn(ctx, projectId, fillFigures, {});
  }
});
