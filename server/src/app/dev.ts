import { userInfo } from 'node:os';
import { Client } from 'pg';
import { type DevSeed, ensureDevProject } from '#features/projects';
import { loadConfig } from '#platform/config';
import { instanceContext } from '#platform/context';
import { findDashboard } from './dashboard-files.ts';
import { migrate } from './migrate.ts';
import { type RunningApp, runApp } from './run-app.ts';

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
  const defaults = defaultSettings();
  const { PORT } = loadConfig(undefined, defaults);
  const config = loadConfig(undefined, { ...defaults, BASE_URL: `http://localhost:${PORT}` });
  await ensureDatabase(config.DATABASE_URL);
  await migrate(config.DATABASE_URL);
  const app = await runApp(config, { api: true, worker: true, inbound: true });
  const seed = await ensureDevProject(instanceContext(app.services));
  console.log(welcome(app.url ?? '', seed, findDashboard(config) !== null));
  return app;
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

function welcome(url: string, seed: DevSeed, hasDashboard: boolean): string {
  const { email, password, publicKey, secretKey } = seed;
  const lines = [`Postrider is running at ${url}`];
  if (hasDashboard) lines.push(`Dashboard:  ${url}/app`);
  lines.push(
    `Owner:      ${email}  ${password ? `password: ${password}` : '(password as printed at the first start)'}`,
  );
  if (!publicKey || !secretKey)
    return [...lines, 'Keys:       as you know them; they were made or replaced by hand.'].join('\n');
  lines.push(`Public key: ${publicKey}`, `Secret key: ${secretKey}`, '', 'Try it:');
  lines.push(
    `  curl -s ${url}/v1/send -H 'Authorization: Bearer ${secretKey}' -H 'Content-Type: application/json' \\`,
    `    -d '{"to":"ada@example.com","from":"hello@postrider.test","subject":"Hello {{name ?? \\"there\\"}}","body":"<p>It works.</p>"}'`,
    '',
    'See what arrived (a new project is in test mode, nothing leaves this machine):',
    `  curl -s '${url}/inbox/wait?to=ada@example.com' -H 'Authorization: Bearer ${secretKey}'`,
  );
  return lines.join('\n');
}
