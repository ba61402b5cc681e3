import cluster from 'node:cluster';
import { type Config, ConfigError, loadConfig, sessionUrlOf } from '#platform/config';
import { instanceContext } from '#platform/context';
import { startDevelopment } from './dev.ts';
import { giveBackMemory } from './give-back-memory.ts';
import { migrate } from './migrate.ts';
import { firstStartLines, newOwnerLink } from './owner-link.ts';
import { partOfChild, processCount, reportRunning } from './process-parts.ts';
import { runProcesses } from './processes.ts';
import { rotate } from './rotate.ts';
import { type AppRoles, type RunningApp, runApp } from './run-app.ts';
import { addressesOf, startLines } from './start-lines.ts';
import { startRefusal } from './start-refusal.ts';
import { maxStopSeconds } from './stop-app.ts';

export type RoleName = 'all' | 'api' | 'worker' | 'inbound' | 'migrate' | 'rotate' | 'owner-link' | 'dev';

/** Runs one role until it is stopped. Errors that the operator can correct are reported in one line, not as a stack trace. */
export async function start(role: RoleName): Promise<void> {
  checkRuntime();
  try {
    await startRole(role);
  } catch (error) {
    const refusal = startRefusal(error, role);
    if (!refusal) throw error;
    exitWith(refusal.line, refusal.code);
  }
}

async function startRole(role: RoleName): Promise<void> {
  if (role === 'dev') return stopOnSignal(await startDevelopment());
  const config = configOrExit();
  if (role === 'migrate' || (role === 'all' && cluster.isPrimary)) {
    const applied = await migrate(sessionUrlOf(config), console.warn);
    console.log(applied.length > 0 ? `Migrated: ${applied.join(', ')}` : 'The database is up to date.');
  }
  if (role === 'migrate') return;
  if (role === 'rotate') return runRotation(config);
  if (role === 'owner-link') return printOwnerLink(config);
  if (role === 'inbound' && config.INBOUND_PORT === null) exitWith('The role inbound needs INBOUND_PORT.');
  const parts = partOfChild() ?? partsOf(role);
  if ((role === 'all' || role === 'api') && cluster.isPrimary && processCount(config) > 1)
    return runProcesses(config, role);
  const app = await runApp(config, parts, config.ENVIRONMENT === 'production' ? { beforeReady: giveBackMemory } : {});
  stopOnSignal(app);
  logUncaughtErrors(app);
  const addresses = addressesOf(app);
  const firstLines = parts.api ? await firstStartLines(instanceContext(app.services)) : [];
  if (cluster.isPrimary) for (const line of startLines(role, addresses, app.metricsUrl, firstLines)) console.log(line);
  else reportRunning({ addresses, metricsUrl: app.metricsUrl, firstLines });
}

const partsOf = (role: RoleName): AppRoles => {
  const has = (part: RoleName): boolean => role === part || role === 'all';
  return { api: has('api'), worker: has('worker'), inbound: has('inbound') };
};

/** Exits with 1 while a stored value cannot be opened: its key is missing in SECRET_KEYS_OLD. */
async function runRotation(config: Config): Promise<void> {
  const { lines, isComplete } = await rotate(config);
  console.log(lines.join('\n'));
  if (!isComplete) process.exitCode = 1;
}

/** The link alone, so that a script can take it; exits with 1 when there is none. */
async function printOwnerLink(config: Config): Promise<void> {
  const result = await newOwnerLink(config);
  if ('link' in result) return console.log(result.link);
  console.error(result.reason);
  process.exitCode = 1;
}

function configOrExit(): Config {
  try {
    return loadConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return exitWith(error.message);
  }
}

/** Codes of sysexits: 78 is a wrong setting, 69 an unavailable service. */
function exitWith(message: string, code: 69 | 78 = 78): never {
  console.error(message);
  process.exit(code);
}

/** A clean stop: readiness fails, requests, tasks and hand-overs end at the same time, then the process. */
function stopOnSignal(app: RunningApp): void {
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), maxStopSeconds(app.services.config) * 1_000).unref();
    app.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        app.services.log.error({ error }, 'stop failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/** An uncaught error ends the process, as by default; but it is written by the logger, which redacts secrets. */
function logUncaughtErrors(app: RunningApp): void {
  process.on('uncaughtException', (error: unknown, origin) => {
    app.services.log.fatal({ error, reason: origin }, 'nobody caught an error, the process ends');
    process.exit(1);
  });
}

function checkRuntime(): void {
  const major = Number(process.versions.node.split('.')[0]);
  if (major >= 24) return;
  exitWith(`Postrider needs Node 24 or newer; this is ${process.version}.`);
}
