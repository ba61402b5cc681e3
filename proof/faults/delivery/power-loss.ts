import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Check, randomFrom, sleep } from '../fault-run.ts';
import { judge } from './judge.ts';
import { judgeRequests } from './judge-requests.ts';
import { inOwnCluster, type OwnCluster, untilReachable } from './own-cluster.ts';
import { startProcessGroup } from './process-group.ts';
import { startSenders } from './senders.ts';
import { openFaultSetup } from './setup.ts';

const run = promisify(execFile);

/** F44: the disk of the database is cut off without a flush, mounted again, and started. Nothing acknowledged is gone. */
export function losePower(seed: number, times: number, check: Check): Promise<void> {
  const random = randomFrom(seed);
  return inOwnCluster(async (cluster) => {
    const setup = await openFaultSetup();
    const workers = await startProcessGroup(1, () => setup.worker());
    const apis = await startProcessGroup(1, () => setup.api());
    const senders = await startSenders(setup, () => apis.members);
    for (let time = 0; time < times; time += 1) {
      await sleep(2 + 2 * random());
      setup.crashes += 1;
      await cluster.killPostmaster();
    }
    await senders.finish();
    await Promise.all([workers.stop(), apis.stop()]);
    await setup.reconnect();
    await judgeRequests(setup, senders.requests, check);
    check('power loss: everything came to an end (F44)', await setup.heal(120), { times });
    await judge(setup, 'power loss (F44)', check);
    await setup.close();
  }, makeDisk);
}

/** A PostgreSQL on a disk of its own: an image mounted through a loop device. `killPostmaster` cuts the power of both. */
async function makeDisk(): Promise<OwnCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'disk-'));
  const [image, mount] = [join(folder, 'image'), join(folder, 'mount')];
  const port = 10_000 + (process.pid % 10_000); // below the range of outgoing connections
  const data = join(mount, 'data');
  const version = (await run('pg_lsclusters', ['--no-header'])).stdout.trim().split(/\s+/)[0] ?? '15';
  const tool = (name: string): string => `/usr/lib/postgresql/${version}/bin/${name}`;
  const asPostgres = (...command: string[]): Promise<unknown> =>
    run('setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', ...command]);
  const log = join(mount, 'log');
  let pid = 0;
  const start = async (): Promise<void> => {
    const options = `-p ${port} -c unix_socket_directories=`;
    await asPostgres(tool('pg_ctl'), '-D', data, '-w', '-l', log, '-o', options, 'start').catch(() => {
      throw new Error(`PostgreSQL did not start:\n${readFileSync(log, 'utf8').slice(-1_500)}`);
    });
    pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  };
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await run('truncate', ['-s', '2G', image]);
  await run('mkfs.ext4', ['-q', image]);
  await run('mkdir', [mount]);
  await run('chmod', ['755', folder]);
  await run('mount', ['-o', 'loop', image, mount]);
  await run('chown', ['postgres', mount]);
  await asPostgres(tool('initdb'), '-D', data, '--auth=trust', '-U', 'postgres');
  await start();
  /** The server and its children; called while the server still runs. */
  const processes = async (): Promise<number[]> => {
    const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(pid)]).catch(() => ({ stdout: '' }));
    return [pid, ...stdout.trim().split(/\s+/).filter(Boolean).map(Number)];
  };
  const killAll = async (victims: readonly number[]): Promise<void> => {
    for (const victim of victims) killIfThere(victim);
    await unmount(mount);
  };
  const cutPower = async (): Promise<void> => {
    const victims = await processes();
    // EXT4_IOC_SHUTDOWN without a flush: what the kernel had not written is lost, as with the power.
    const cut = 'open(my $d, "<", shift) or die; my $how = pack("L", 2); ioctl($d, 0x8004587D, $how) or die "$!"';
    await run('perl', ['-e', cut, mount]);
    await killAll(victims);
  };
  return {
    url,
    async killPostmaster() {
      await cutPower();
      await run('mount', ['-o', 'loop', image, mount]);
      // After a real power loss the machine has rebooted. Here a zombie of the old server may still have its pid.
      rmSync(join(data, 'postmaster.pid'), { force: true });
      await start();
      await untilReachable(url);
    },
    async killBackend() {
      throw new Error('this disk only loses its power');
    },
    async drop() {
      await killAll(await processes());
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {} // it has just ended by itself
}

/** Why repeated: a process that was killed holds the disk for a moment. */
async function unmount(mount: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (
      await run('umount', [mount])
        .then(() => true)
        .catch(() => false)
    )
      return;
    await sleep(0.2);
  }
  throw new Error('the disk is still in use');
}
