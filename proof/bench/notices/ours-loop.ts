import { runApp } from '../../../server/src/app/index.ts';
import { applyNotices, type EmailId } from '../../../server/src/features/emails/index.ts';
import { loadConfig } from '../../../server/src/platform/config/index.ts';
import { type ProjectContext, type ProjectId, projectContext } from '../../../server/src/platform/context/index.ts';
import { settingsFor } from '../../instance/instance.ts';
import { connections, loop } from './rounds.ts';

/** Delivery notices through the product, with every feature that listens to them. */
let opened: Promise<ProjectContext> | undefined;
let stop = async (): Promise<void> => {};

async function open(url: string, projectId: string): Promise<ProjectContext> {
  const config = loadConfig({
    ...settingsFor(url),
    METRICS_PORT: '0',
    DATABASE_POOL_SIZE: String(connections),
    DATABASE_CONNECTIONS_PER_PROJECT: '0',
  });
  const app = await runApp(config, { api: false, worker: false });
  stop = app.stop;
  return projectContext(app.services, projectId as ProjectId); // the project that was seeded
}

await loop(async ({ url, projectId }, ids) => {
  opened ??= open(url, projectId);
  const ctx = await opened;
  const at = new Date();
  const { unknown } = await ctx.transaction((tx) =>
    applyNotices(
      tx,
      ids.map((id) => ({ kind: 'delivery', emailId: id as EmailId, at })), // ids of emails
    ),
  );
  if (unknown.length > 0) throw new Error('every email is known');
});
await stop();
