import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { RequestedRecord } from './publish.ts';

const run = promisify(execFile);

/** Debian installs servers in /usr/sbin, which is not always on the path of a plain user. */
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };

/** If the server is not installed (Debian package `knot`), its tests are skipped; CI installs it. */
export const hasKnot = spawnSync('knotd', ['--version'], { env }).status === 0;

/** What a zone may hold. */
type ZoneRecord = Pick<RequestedRecord, 'name' | 'value' | 'priority'> & {
  type: RequestedRecord['type'] | 'A' | 'PTR';
};

/** A real authoritative name server in a directory of its own, for one zone. */
export interface Knot {
  readonly address: string;
  /** Replaces the zone; the server uses the new one when the promise resolves. */
  serve(records: readonly ZoneRecord[]): Promise<void>;
  close(): Promise<void>;
}

export async function startKnot(domain: string): Promise<Knot> {
  const directory = await mkdtemp(join(tmpdir(), 'postrider-knot-'));
  const port = await freePort();
  const socket = join(directory, 'knot.sock');
  let serial = 1;
  const write = (records: readonly ZoneRecord[]): Promise<void> =>
    writeFile(join(directory, `${domain}.zone`), zoneOf(domain, serial, records));

  await write([]);
  await writeFile(join(directory, 'knot.conf'), configuration(directory, socket, port, domain));
  const server = spawn('knotd', ['-c', join(directory, 'knot.conf')], { stdio: 'ignore', env });
  const gone = once(server, 'exit');
  const control = (...args: string[]): Promise<unknown> => run('knotc', ['-s', socket, '-b', ...args], { env });
  for (let tries = 0; ; tries += 1) {
    const isUp = await control('status').then(
      () => true,
      () => false,
    );
    if (isUp) break;
    if (tries > 100 || server.exitCode !== null) throw new Error('knotd did not start');
    await delay(50);
  }
  return {
    address: `127.0.0.1:${port}`,
    async serve(records) {
      serial += 1;
      await write(records);
      await control('zone-reload', domain);
    },
    async close() {
      server.kill('SIGTERM');
      await gone;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const configuration = (directory: string, socket: string, port: number, domain: string): string => `
server:
  rundir: "${directory}"
  listen: 127.0.0.1@${port}
control:
  listen: "${socket}"
database:
  storage: "${directory}"
template:
  - id: default
    storage: "${directory}"
    file: "%s.zone"
zone:
  - domain: ${domain}
`;

function zoneOf(domain: string, serial: number, records: readonly ZoneRecord[]): string {
  const lines = records.map(
    ({ name, type, value, priority }) => `${name}. 300 IN ${type} ${dataOf(type, value, priority)}`,
  );
  return [
    `$ORIGIN ${domain}.`,
    `@ 300 IN SOA ns hostmaster ${serial} 3600 600 86400 300`,
    '@ 300 IN NS ns',
    'ns 300 IN A 127.0.0.1',
    ...lines,
    '',
  ].join('\n');
}

function dataOf(type: ZoneRecord['type'], value: string, priority: number | null): string {
  if (type === 'MX') return `${priority ?? 10} ${value}.`;
  if (type === 'CNAME' || type === 'PTR') return `${value}.`;
  if (type === 'A') return value;
  return (value.match(/.{1,255}/g) ?? []).map((part) => `"${part.replace(/["\\]/g, '\\$&')}"`).join(' ');
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const at = probe.address();
  probe.close();
  await once(probe, 'close');
  if (typeof at !== 'object' || at === null) throw new Error('no free port');
  return at.port;
}
