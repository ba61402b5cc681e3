import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('./worker.ts', import.meta.url));

export interface WorkerProcess {
  readonly name: string;
  readonly child: ChildProcess;
  isReady: boolean;
  isFrozen: boolean;
}

export interface WorkerPoolOptions {
  readonly url: string;
  readonly leaseSeconds: number;
  readonly notes: string;
}

/** A fixed number of worker processes; one that is killed is replaced at once. */
export interface WorkerPool {
  /** Those that a fault can hit now. */
  available(): WorkerProcess[];
  kill(worker: WorkerProcess): Promise<void>;
  /** Suspends the process for longer than its lease; everything it holds is taken over meanwhile. */
  freeze(worker: WorkerProcess, milliseconds: number): Promise<void>;
  /** How many ended without a signal from here. */
  readonly deaths: number;
  /** SIGTERM to all. Returns their exit codes. */
  stop(): Promise<(number | null)[]>;
}

export async function startWorkerPool(size: number, options: WorkerPoolOptions): Promise<WorkerPool> {
  const workers = new Set<WorkerProcess>();
  let made = 0;
  let deaths = 0;

  async function add(): Promise<void> {
    made += 1;
    const name = `parcel-worker-${made}`;
    const url = new URL(options.url);
    url.searchParams.set('application_name', name);
    const args = ['--url', url.href, '--notes', options.notes, '--lease', String(options.leaseSeconds)];
    const child = fork(entry, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const worker = { name, child, isReady: false, isFrozen: false };
    workers.add(worker);
    child.once('exit', () => {
      if (workers.delete(worker)) deaths += 1;
    });
    await once(child, 'message');
    worker.isReady = true;
  }

  await Promise.all(Array.from({ length: size }, add));
  return {
    get deaths() {
      return deaths;
    },
    available: () => [...workers].filter((worker) => worker.isReady && !worker.isFrozen),
    async kill(worker) {
      workers.delete(worker);
      const ended = once(worker.child, 'exit');
      worker.child.kill('SIGKILL');
      await ended;
      await add();
    },
    async freeze(worker, milliseconds) {
      worker.isFrozen = true;
      worker.child.kill('SIGSTOP');
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      worker.child.kill('SIGCONT');
      worker.isFrozen = false;
    },
    stop() {
      const children = [...workers].map(({ child }) => child);
      workers.clear();
      return Promise.all(children.map(stopChild));
    },
  };
}

async function stopChild(child: ChildProcess): Promise<number | null> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const deadline = setTimeout(() => child.kill('SIGKILL'), 25_000);
  const [code] = await ended;
  clearTimeout(deadline);
  return typeof code === 'number' ? code : null;
}
