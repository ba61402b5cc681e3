import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { connect } from '../../../server/testing/spool-setup.ts';
import { readResources, usedEach } from '../resources.ts';

/** The input of a process: deliveries of these emails, `batch` of them in each transaction. */
export interface NoticeRound {
  readonly url: string;
  readonly projectId: string;
  readonly ids: readonly string[];
  readonly batch: number;
}

export interface RoundMeasurement {
  /** Notices a second, without the start of the process. */
  readonly rate: number;
  /** Processor time of the process for each notice. */
  readonly cpuMs: number;
  /** Of PostgreSQL's sessions. */
  readonly serverMs: number;
  readonly walBytes: number;
}

const scripts = {
  ours: new URL('./ours-loop.ts', import.meta.url),
  bare: new URL('./bare-loop.ts', import.meta.url),
};

export const connections = 10;
export const callers = 20;

/** Runs one side in a process of its own. */
export async function runRound(side: 'ours' | 'bare', round: NoticeRound): Promise<RoundMeasurement> {
  const child = spawn(process.execPath, [fileURLToPath(scripts[side])], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(round));
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${side} ended with ${code}`);
  return JSON.parse(Buffer.concat(chunks).toString()); // written by the loop
}

/** The part both sides share: calls `apply` with batches from as many callers, the first tenth untimed. */
export async function loop(apply: (round: NoticeRound, ids: readonly string[]) => Promise<void>): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  const round: NoticeRound = JSON.parse(Buffer.concat(chunks).toString()); // written by runRound
  const batches: string[][] = [];
  for (let from = 0; from < round.ids.length; from += round.batch) {
    batches.push(round.ids.slice(from, from + round.batch));
  }
  const warmUp = Math.floor(batches.length / 10);
  await drain(batches.splice(0, warmUp), (ids) => apply(round, ids));
  const timed = batches.reduce((sum, ids) => sum + ids.length, 0);
  const observer = await connect(round.url);
  const before = await readResources(observer, {});
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  await drain(batches, (ids) => apply(round, ids));
  const used = process.cpuUsage(cpu);
  const seconds = (performance.now() - began) / 1_000;
  const { serverMs, walBytes } = usedEach(before, await readResources(observer, {}), timed);
  await observer.end();
  const measurement: RoundMeasurement = {
    rate: timed / seconds,
    cpuMs: (used.user + used.system) / 1_000 / timed,
    serverMs,
    walBytes,
  };
  console.log(JSON.stringify(measurement));
}

async function drain(batches: readonly string[][], apply: (ids: readonly string[]) => Promise<void>): Promise<void> {
  const waiting = batches.toReversed();
  const caller = async (): Promise<void> => {
    for (let ids = waiting.pop(); ids; ids = waiting.pop()) await apply(ids);
  };
  await Promise.all(Array.from({ length: callers }, caller));
}
