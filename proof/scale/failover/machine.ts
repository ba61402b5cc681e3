import { type ChildProcess, execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '../../../server/testing/until.ts';
import { adapt, shownFile } from '../shown-file.ts';
import type { MachinePorts } from './ports.ts';
import { endProgram, hasEnded, startProgram } from './program.ts';

const run = promisify(execFile);

export const page = 'operating/failover';
export const superuserPassword = 'first-password';

/** One machine of the page: etcd, and on the first two PostgreSQL with Patroni. */
export interface Machine {
  /** As Patroni calls it: pg-1, pg-2. */
  readonly name: string;
  readonly ports: MachinePorts;
  /** PostgreSQL of this machine, past HAProxy. */
  readonly url: string;
  /** What Patroni has logged since the last call. */
  newLog(): string;
  /** Switches it on, also after `kill`. */
  start(): void;
  /** `kill -9` of the postmaster alone; settles when its backends have ended, too. */
  killPostmaster(): Promise<void>;
  /** `kill -9` of every process. */
  kill(): Promise<void>;
  /** Stops every process where it is, without ending it. */
  freeze(): Promise<void>;
  /** Lets a frozen machine go on. */
  thaw(): void;
  stop(): Promise<void>;
}

interface MachineOptions {
  readonly folder: string;
  /** 1 to 3. */
  readonly number: number;
  /** Of all machines, in order. */
  readonly ports: readonly MachinePorts[];
}

const asPostgres = ['--reuid=postgres', '--regid=postgres', '--clear-groups'];

export function makeMachine(options: MachineOptions): Machine {
  const { folder, number } = options;
  const ports = portsOf(options, number);
  const name = `pg-${number}`;
  const data = join(folder, name);
  const logFile = join(folder, `${name}.log`);
  const hasPostgres = number < 3;
  writeFileSync(join(folder, `etcd-${number}.yml`), etcdFile(options));
  if (hasPostgres) writeFileSync(join(folder, `patroni-${number}.yml`), patroniFile(options));
  let programs: ChildProcess[] = [];
  let frozen: number[] = [];
  let logged = 0;
  const startOne = (command: string, args: readonly string[], log: string): void => {
    programs.push(startProgram('setpriv', [...asPostgres, command, ...args], log));
  };
  const postmaster = (): number | null => {
    const file = join(data, 'postmaster.pid');
    const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
    return pid > 0 && isOf(pid, data) ? pid : null;
  };
  /** Stops each process before its children are listed, so that none is started meanwhile. */
  const freezeAll = async (): Promise<number[]> => {
    const own = programs.filter((program) => !hasEnded(program)).flatMap(({ pid }) => pid ?? []);
    for (const pid of own) signal(pid, 'SIGSTOP');
    const parent = postmaster();
    if (parent === null) return own;
    signal(parent, 'SIGSTOP');
    const children = await childrenOf(parent);
    for (const pid of children) signal(pid, 'SIGSTOP');
    return [...own, parent, ...children];
  };
  const machine: Machine = {
    name,
    ports,
    url: `postgres://postgres:${superuserPassword}@127.0.0.1:${ports.postgres}/postgres`,
    newLog() {
      const text = readFileSync(logFile, 'utf8').slice(logged);
      logged += text.length;
      return text;
    },
    start() {
      programs = [];
      startOne('etcd', ['--config-file', join(folder, `etcd-${number}.yml`)], join(folder, `etcd-${number}.log`));
      if (hasPostgres) startOne('patroni', [join(folder, `patroni-${number}.yml`)], logFile);
    },
    async killPostmaster() {
      const parent = postmaster();
      if (parent === null) throw new Error(`${name} has no PostgreSQL to kill`);
      const children = await childrenOf(parent);
      signal(parent, 'SIGKILL');
      await until(() => children.every(hasGone), { pauseMs: 10 });
    },
    async kill() {
      const victims = await freezeAll();
      for (const pid of victims) signal(pid, 'SIGKILL');
      await until(() => victims.every(hasGone), { pauseMs: 10 });
    },
    async freeze() {
      frozen = await freezeAll();
    },
    thaw() {
      for (const pid of frozen) signal(pid, 'SIGCONT');
      frozen = [];
    },
    async stop() {
      machine.thaw();
      const [etcd, patroni] = programs;
      if (patroni) await endProgram(patroni); // ends PostgreSQL as well
      const parent = hasPostgres ? postmaster() : null;
      if (parent !== null) signal(parent, 'SIGQUIT');
      if (etcd) await endProgram(etcd);
      for (const end of ['', '.lock']) rmSync(`/run/postgresql/.s.PGSQL.${ports.postgres}${end}`, { force: true });
    },
  };
  return machine;
}

function portsOf({ ports }: MachineOptions, number: number): MachinePorts {
  const own = ports[number - 1];
  if (!own) throw new Error(`no ports for machine ${number}`);
  return own;
}

/** The file of the first machine, with the name and addresses of this one, then the addresses that all have in common. */
function etcdFile(options: MachineOptions): string {
  const { folder, number } = options;
  const own = portsOf(options, number);
  const shown = shownFile(page, 'etcd.yml');
  return adapt(
    shown,
    new Map([
      ['name: etcd-1', `name: etcd-${number}`],
      ['/var/lib/etcd/postrider', join(folder, `etcd-${number}`)],
      ['peer-urls: http://10.0.0.11:2380', `peer-urls: http://127.0.0.1:${own.etcdPeer}`],
      ['client-urls: http://10.0.0.11:2379', `client-urls: http://127.0.0.1:${own.etcd}`],
      ...options.ports.map(({ etcdPeer }, index) => address(index + 1, 2380, etcdPeer)),
    ]),
  );
}

function patroniFile(options: MachineOptions): string {
  const { folder, number } = options;
  const own = portsOf(options, number);
  const name = `pg-${number}`;
  return adapt(
    shownFile(page, 'patroni.yml'),
    new Map([
      ['name: pg-1', `name: ${name}`],
      address(1, 8008, own.patroni),
      address(1, 5432, own.postgres),
      ...options.ports.map(({ etcd }, index) => address(index + 1, 2379, etcd)),
      ['/var/lib/postgresql/15/postrider', join(folder, name)],
      ['/var/lib/postgresql/patroni.pgpass', join(folder, `${name}.pgpass`)],
      ['10.0.0.0/24', '127.0.0.1/32'],
      ['mode: automatic', 'mode: off'], // a watchdog of this machine would switch it off
    ]),
  );
}

const address = (machine: number, port: number, own: number): [string, string] => [
  `10.0.0.1${machine}:${port}`,
  `127.0.0.1:${own}`,
];

async function childrenOf(parent: number): Promise<number[]> {
  const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(parent)]).catch(() => ({ stdout: '' }));
  return stdout.trim().split(/\s+/).filter(Boolean).map(Number);
}

/** The pid file outlives its process, whose number may be another's by now. */
function isOf(pid: number, folder: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder);
  } catch {
    return false;
  }
}

const hasGone = (pid: number): boolean => !existsSync(`/proc/${pid}`);

function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL' | 'SIGQUIT'): void {
  try {
    process.kill(pid, name);
  } catch {} // it has just ended by itself
}
