import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { clientOf } from '../../../server/testing/client.ts';
import { freePort } from '../../../server/testing/free-port.ts';
import { until } from '../../../server/testing/until.ts';
import { adapt, shownFile } from '../shown-file.ts';
import type { Cell } from './cell.ts';

const run = promisify(execFile);
const page = 'operating/cells';

export interface Router {
  readonly url: string;
  /** One line more in its map, while it runs. */
  add(key: string, cell: string): Promise<void>;
  stop(): Promise<void>;
}

/** HAProxy with the files of the documentation, in front of two cells. */
export async function startRouter(cells: readonly [first: Cell, second: Cell]): Promise<Router> {
  const folder = mkdtempSync(join(tmpdir(), 'router-'));
  const port = await freePort();
  const [map, configuration] = [join(folder, 'cells.map'), join(folder, 'haproxy.cfg')];
  // Why a line end: HAProxy takes a last line without one as cut off.
  writeFileSync(map, `${shownFile(page, 'cells.map')}\n`);
  const own = new Map([
    ['/run/haproxy/cells.sock', join(folder, 'cells.sock')],
    ['/etc/haproxy/cells.map', map],
    ['bind :443 ssl crt /etc/haproxy/certificates/', `bind 127.0.0.1:${port}`],
    ['10.0.1.11:8080', `127.0.0.1:${cells[0].port}`],
    ['10.0.2.11:8080', `127.0.0.1:${cells[1].port}`],
  ]);
  writeFileSync(configuration, `${adapt(shownFile(page, 'haproxy.cfg'), own)}\n`);
  await run('haproxy', ['-c', '-f', configuration]);
  const child = spawn('haproxy', ['-db', '-f', configuration], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  const router: Router = {
    url,
    add: (key, cell) => command(join(folder, 'cells.sock'), `add map ${map} ${key} ${cell}`),
    async stop() {
      await ended(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
  const answers = (cell: Cell) =>
    clientOf(url)
      .get('/config', { host: cell.host })
      .then(
        ({ status }) => status === 200,
        () => false,
      );
  const isUp = await until(async () => (await Promise.all(cells.map(answers))).every(Boolean));
  if (isUp) return router;
  await router.stop();
  throw new Error('HAProxy does not reach the cells');
}

/** Fails before anything is started if the program is missing. */
export async function requireHaproxy(): Promise<void> {
  await run('haproxy', ['-v']).catch(() => {
    throw new Error('haproxy is missing: install the Debian package haproxy');
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

async function command(socket: string, text: string): Promise<void> {
  const connection = createConnection(socket);
  connection.end(`${text}\n`);
  const reply = (await readText(connection)).trim();
  if (reply !== '') throw new Error(`HAProxy refuses ${text}: ${reply}`);
}
