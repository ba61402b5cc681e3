import { z } from 'zod';
import { defineTask, dispatchInBatches, enqueueIn, every, type InstanceContext } from '#platform/context';
import { readId } from '#platform/ids';
import { deliveries } from './deliveries.ts';
import { releaseHeld } from './release-held.ts';
import { readableDomains, releaseSigned } from './release-signed.ts';

const maxProjects = 1_000;
const factsBatch = 500;

/** Makes held mail of one project due whose reason has gone. A second run finds nothing. */
export const releaseHeldMail = defineTask({
  name: 'emails.release-held',
  payload: z.object({}),
  isMerged: true,
  async run(ctx) {
    while (await ctx.transaction(releaseHeld));
    deliveries.wake();
  },
});

/** Finds projects whose held mail can be released; without it the mail only waits longer. */
export const findReleasedMail = every({ minutes: 1 }, 'emails.find-released', async (ctx) => {
  const { SANDBOX_DOMAIN } = ctx.config;
  const rows = await ctx.dispatch<{ project_id: string }>('projects_with_released_mail', [SANDBOX_DOMAIN, maxProjects]);
  for (const { project_id: text } of rows) {
    const projectId = readId<'project'>(text);
    if (projectId) await enqueueIn(ctx, projectId, releaseHeldMail, {});
  }
});

/** Makes mail of one project due whose signing keys can be read by this process. A second run finds nothing. */
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

/** Finds projects whose mail waits for a signing key. Whether the key can be read again is checked by their task. */
export const findUnreadableKeys = every({ minutes: 1 }, 'emails.find-unreadable-keys', async (ctx) => {
  const rows = await ctx.dispatch<{ project_id: string }>('projects_with_unreadable_keys', [maxProjects]);
  for (const { project_id: text } of rows) {
    const projectId = readId<'project'>(text);
    if (projectId) await enqueueIn(ctx, projectId, releaseSignedMail, {});
  }
});

/** Before bodies are dropped: once after an upgrade to the version that keeps their facts, and once more a day later. */
export const keepContentFacts = (ctx: InstanceContext): Promise<void> =>
  dispatchInBatches(ctx, 'keep_content_facts', [], factsBatch);
