import { z } from 'zod';
import { defineTask, every } from '#platform/context';
import { readId } from '#platform/ids';
import { deliveries } from './deliveries.ts';
import { releaseHeld } from './release-held.ts';

const mostProjects = 1_000;
/** A mail is closed three days after it was accepted at the latest; its files stay a week longer. */
const fileDays = 10;
const attemptDays = 90;
const inboxDays = 7;

/** Makes due again the held mail of one project whose reason has gone. Run twice, the second finds nothing. */
export const releaseHeldMail = defineTask({
  name: 'emails.release-held',
  payload: z.object({}),
  isMerged: true,
  async run(ctx) {
    while (await ctx.transaction(releaseHeld));
    deliveries.wake();
  },
});

/** Finds projects whose held mail may go; nothing depends on it but the wait. */
export const findReleasedMail = every({ minutes: 1 }, 'emails.find-released', async (ctx) => {
  const { SANDBOX_DOMAIN } = ctx.config;
  const rows = await ctx.dispatch<{ project_id: string }>('projects_with_released_mail', [
    SANDBOX_DOMAIN,
    mostProjects,
  ]);
  for (const { project_id: text } of rows) {
    const projectId = readId<'project'>(text);
    if (projectId) await ctx.inProject(projectId).transaction((tx) => tx.enqueue(releaseHeldMail, {}));
  }
});

/** Makes the partitions of the coming weeks and months, and drops those whose time is over. */
export const turnPartitions = every({ minutes: 30 }, 'emails.turn-partitions', async (ctx) => {
  await ctx.dispatch('make_email_partitions', [3]);
  await ctx.dispatch('drop_email_partitions', [ctx.config.EMAIL_BODY_DAYS, attemptDays, fileDays, inboxDays]);
});
