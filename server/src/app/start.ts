import { ownerLink } from '#features/accounts';
import type { Config } from '#platform/config';
import { ConfigError, loadConfig } from '#platform/config';
import { instanceContext } from '#platform/context';
import { startDevelopment } from './dev.ts';
import { migrate } from './migrate.ts';
import type { RunningApp } from './run-app.ts';
import { runApp } from './run-app.ts';

export const roles = ['all', 'api', 'worker', 'migrate', 'dev'] as const;
export type RoleName = (typeof roles)[number];

/** Runs one role until it is told to stop. */
export async function start(role: RoleName): Promise<void> {
  checkRuntime();
  if (role === 'dev') return stopOnSignal(await startDevelopment());
  const config = configOrExit();
  if (role === 'migrate' || role === 'all') {
    const applied = await migrate(config.DATABASE_URL);
    console.log(applied.length > 0 ? `Migrated: ${applied.join(', ')}` : 'The database is up to date.');
  }
  if (role === 'migrate') return;
  const app = await runApp(config, { api: role !== 'worker', worker: role !== 'api' });
  console.log(`Postrider ${role} is running.${app.url ? ` API: ${app.url}` : ''} Operator port: ${app.metricsUrl}`);
  if (config.SIGNUPS === 'owner') await printOwnerLink(app);
  stopOnSignal(app);
}

async function printOwnerLink(app: RunningApp): Promise<void> {
  const link = await ownerLink(instanceContext(app.cellar));
  if (link) console.log(`Make this instance yours, once: ${link}`);
}

function configOrExit(): Config {
  try {
    return loadConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(78);
  }
}

/** A clean stop: readiness turns red, open requests and tasks end, then the process. */
function stopOnSignal(app: RunningApp): void {
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    const seconds = app.cellar.config.SHUTDOWN_SECONDS;
    setTimeout(() => process.exit(1), seconds * 1_000).unref();
    app.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        app.cellar.log.error({ error }, 'stop failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

function checkRuntime(): void {
  const major = Number(process.versions.node.split('.')[0]);
  if (major >= 24) return;
  console.error(`Postrider needs Node 24 or newer; this is ${process.version}.`);
  process.exit(78);
}
