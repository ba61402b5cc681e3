import { userInfo } from 'node:os';
import { Client } from 'pg';
import { ensureDevProject } from '#features/projects';
import { type Config, loadConfig } from '#platform/config';
import { instanceContext } from '#platform/context';
import { dashboardFolder, findDashboard } from './dashboard-files.ts';
import { devLines } from './dev-lines.ts';
import { migrate } from './migrate.ts';
import { type RunningApp, runApp } from './run-app.ts';
import { printsAccountMail } from './services.ts';

// Why a function: a user that has only a number, as containers and services may have, has no name to ask for.
const defaultSettings = () => ({
  ENVIRONMENT: 'development',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'warn',
  DATABASE_URL: `postgres://${userInfo().username}@127.0.0.1:5432/postrider_dev`,
  SECRET_KEY: 'development-only-secret-key-not-for-production',
});

/** `npm run dev`: creates the database if it is missing, migrates, seeds, runs everything and prints how to use it. */
export async function startDevelopment(): Promise<RunningApp> {
  const config = loadConfig(undefined, defaultSettings());
  await ensureDatabase(config.DATABASE_URL);
  await migrate(config.DATABASE_URL);
  const app = await runApp(config, { api: true, worker: true, inbound: true });
  const seed = await ensureDevProject(instanceContext(app.services));
  console.log(
    devLines(app.url ?? '', seed, { dashboard: dashboardOf(config), printsMail: printsAccountMail(config) }).join('\n'),
  );
  return app;
}

function dashboardOf(config: Config): 'built' | 'missing' | 'none' {
  if (dashboardFolder(config) === null) return 'none';
  return findDashboard(config) ? 'built' : 'missing';
}

async function ensureDatabase(address: string): Promise<void> {
  const url = new URL(address);
  const name = url.pathname.slice(1);
  if (name === '') return; // the login's own database, which exists or is refused
  url.pathname = '/postgres';
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}
