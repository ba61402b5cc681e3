import { z } from 'zod';
import { defineTask, dispatchInBatches, every } from '#platform/context';
import { readId } from '#platform/ids';
import { deliveries } from './deliveries.ts';
import { releaseHeld } from './release-held.ts';
import { readableDomains, releaseSigned } from './release-signed.ts';

const mostProjects = 1_000;
/** A mail is closed three days after it was accepted at the latest; its files stay a week longer. */
const fileDays = 10;
const attemptDays = 90;
const inboxDays = 7;
/** Rows may hold files of many megabytes; a batch fits into the time of one call. */
const trimBatch = 200;
const factsBatch = 500;

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

/** Makes due again the mail of one project whose signing keys can be read here. Run twice, the second finds nothing. */
export const releaseSignedMail = defineTask({
  name: 'emails.release-signed',
  payload: z.object({}),
  isMerged: true,
  async run(ctx) {
    const domains = await ctx.read(readableDomains);
    while (await ctx.transaction((tx) => releaseSigned(tx, domains)));
    deliveries.wake();
  },
});

/** Finds projects whose mail waits for a signing key. Whether the key can be read again, only their task can tell. */
export const findUnreadableKeys = every({ minutes: 1 }, 'emails.find-unreadable-keys', async (ctx) => {
  const rows = await ctx.dispatch<{ project_id: string }>('projects_with_unreadable_keys', [mostProjects]);
  for (const { project_id: text } of rows) {
    const projectId = readId<'project'>(text);
    if (projectId) await ctx.inProject(projectId).transaction((tx) => tx.enqueue(releaseSignedMail, {}));
  }
});

/** Makes the partitions of the coming weeks and months, and drops those whose time is over. */
export const turnPartitions = every({ minutes: 30 }, 'emails.turn-partitions', async (ctx) => {
  await ctx.dispatch('make_email_partitions', [3]);
  // Before bodies go: once after an upgrade to the version that keeps facts of them, and once more a day later.
  await dispatchInBatches(ctx, 'keep_content_facts', [], factsBatch);
  const days = [ctx.config.EMAIL_BODY_DAYS, attemptDays, fileDays, inboxDays];
  await ctx.dispatch('drop_email_partitions', days);
  await dispatchInBatches(ctx, 'trim_email_partitions', days, trimBatch);
});
