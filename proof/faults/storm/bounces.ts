import { type RunningApp, runApp } from '../../../server/src/app/index.ts';
import { applyNotices, type EmailId, type Notice } from '../../../server/src/features/emails/index.ts';
import { loadConfig } from '../../../server/src/platform/config/index.ts';
import { type ProjectId, projectContext } from '../../../server/src/platform/context/index.ts';
import { throughPooler } from '../../../server/testing/pooler.ts';
import { settingsFor } from '../../instance/instance.ts';

/** Applies notices without a provider: the same function, the same listeners. */
export interface Bounces {
  apply(ids: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

export async function openBounces(url: string, projectId: string): Promise<Bounces> {
  const own = { LOG_LEVEL: 'fatal', METRICS_PORT: '0', DATABASE_POOL_SIZE: '2' };
  const config = loadConfig(throughPooler({ ...settingsFor(url), ...own }));
  const app: RunningApp = await runApp(config, { api: false, worker: false });
  const ctx = projectContext(app.services, projectId as ProjectId); // a project that was made
  return {
    apply: async (ids) => {
      await ctx.transaction((tx) => applyNotices(tx, ids.map(bounceOf)));
    },
    close: () => app.stop(),
  };
}

const bounceOf = (id: string): Notice => ({
  emailId: id as EmailId, // an email that was accepted
  kind: 'bounce',
  at: new Date(),
  bounceType: 'Permanent',
  isAboutAddress: true,
  diagnostic: '550 5.1.1 Nobody of that name',
});
