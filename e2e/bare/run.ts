import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { adminUrl, newName, runStatements } from '@postrider/server/testing/database';
import { freePort } from '@postrider/server/testing/free-port';
import { until } from '@postrider/server/testing/until';
import { adapt, shownFile } from '../../proof/scale/shown-file.ts';
import { runInTree } from '../image/file-tree.ts';
import { withNpmMounts } from '../image/npm-mounts.ts';
import { goThroughQuickstart, isAsShown, ownerLinkIn, statusOf } from '../image/quickstart.ts';
import { check, needRoot, printVerdict, time } from '../image/verdicts.ts';
import { openBareMachine } from './machine.ts';
import { dynamicUser, startService } from './service.ts';

/**
 * `npm run bare`: follows the steps of docs/operating/self-hosting.md, *Without containers*, and of docs/quickstart.md, in a file tree that has
 * nothing but Node and npm. Every command, statement and file is taken from those pages. Needs root, for mounts.
 */
const shown = (name: string): string => shownFile('operating/self-hosting', name);
const folder = '/srv/postrider';

/** Runs of other people may use the same server, and it may listen elsewhere. */
const name = newName();
const { host } = new URL(adminUrl());
const databaseUrl = `${name}:choose-a-password@${host}/${name}`;

const statementsOf = (text: string): string[] => text.split(/;\s*/).filter((statement) => statement !== '');

async function install(tree: string, environment: Readonly<Record<string, string>>): Promise<void> {
  const statements = adapt(
    shown('database.sql'),
    new Map([
      ['role postrider ', `role ${name} `],
      ['database postrider owner postrider', `database ${name} owner ${name}`],
    ]),
  );
  await runStatements(adminUrl(), ...statementsOf(statements));
  const script = adapt(
    shown('install.sh'),
    new Map([['postrider:choose-a-password@127.0.0.1:5432/postrider', databaseUrl]]),
  );
  const installed = await withNpmMounts((mounts) =>
    runInTree({ tree, user: '0:0', folder, access: 'rw', mounts }, ['/bin/sh', '-euc', script], environment),
  );
  check('the commands that install end well', installed.code === 0, installed.code === 0 ? '' : installed.output);
  check(
    'settings can be read by root alone',
    (statSync(join(tree, folder, '.env')).mode & 0o777).toString(8) === '600',
  );
  await runStatements(
    adminUrl(),
    ...statementsOf(adapt(shown('rights.sql'), new Map([['role postrider ', `role ${name} `]]))),
  );
}

async function startAndSend(tree: string, environment: Readonly<Record<string, string>>): Promise<void> {
  const { BASE_URL: url = '' } = environment;
  const { child, output } = startService(tree, shown('postrider.service'), environment);
  try {
    const isReady = await until(async () => child.exitCode !== null || (await statusOf(url, '/ready')) === 200);
    const isRunning = isReady && child.exitCode === null;
    check('the service is ready', isRunning, child.exitCode ?? '');
    if (!isRunning) return;
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    check('it runs as a user that owns nothing', status.includes(`Uid:\t${dynamicUser.split(':')[0]}\t`));
    check('its log has the owner link', await until(() => ownerLinkIn(output()) !== ''));
    const printed = await runInTree(
      { tree, user: '0:0', folder, access: 'ro' },
      ['/bin/sh', '-euc', shown('owner-link.sh')],
      environment,
    );
    const quickstart = await goThroughQuickstart(url, ownerLinkIn(printed.output));
    check('the commands of docs/quickstart.md end in a mail in the inbox', isAsShown(quickstart), quickstart);
    check(
      'it serves the dashboard and the documentation',
      (await statusOf(url, '/app')) === 200 && (await statusOf(url, '/docs')) === 200,
    );
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const [code] = await ended;
    check('a stop ends it with code 0', code === 0, code);
  } finally {
    child.kill('SIGKILL');
  }
}

needRoot('npm run bare');
const [port, metricsPort] = [await freePort(), await freePort()];
const environment = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  HOME: '/root',
  PORT: String(port),
  METRICS_PORT: String(metricsPort),
  BASE_URL: `http://127.0.0.1:${port}`,
  TRUSTED_PROXIES: '1',
};
const machine = await openBareMachine(folder);
try {
  const foreign = 'for program in git curl python3 psql gcc make jq; do command -v $program; done; true';
  const { output } = await runInTree(
    { tree: machine.tree, user: '0:0', folder, access: 'ro' },
    ['/bin/sh', '-c', foreign],
    environment,
  );
  check('the machine has Node, npm and a shell, and no other program that a build might use', output === '', output);
  time('machine');
  await install(machine.tree, environment);
  time('install');
  await startAndSend(machine.tree, environment);
  time('start and send');
} finally {
  await machine.close();
  await runStatements(adminUrl(), `drop database if exists ${name} with (force)`, `drop role if exists ${name}`);
}
printVerdict();
