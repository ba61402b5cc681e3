import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '../../server/src/pure/limits/index.ts';
import type { HostileRun } from './hostile-run.ts';
import { waitProblems } from './try-request.ts';

const socketCount = 5_000;
const maxGrownBytes = 150 * 1_048_576;

/** The server looks at its limits once a second, and a busy machine is late. */
const lateSeconds = 5;

/** What a socket sends at once, what each second after it, and when the server must have closed it. */
interface Slowness {
  readonly name: string;
  readonly first: string;
  readonly next: string;
  readonly closedWithinSeconds: number;
}

const head = 'POST /v1/track HTTP/1.1\r\nhost: x\r\n';
const kinds: readonly Slowness[] = [
  { name: 'that say nothing', first: '', next: '', closedWithinSeconds: limits.requestHeaderSeconds + lateSeconds },
  {
    name: 'with a header by single bytes',
    first: `${head}x-slow: `,
    next: 'x',
    closedWithinSeconds: limits.requestHeaderSeconds + lateSeconds,
  },
  {
    name: 'with a body by single bytes',
    first: `${head}authorization: Bearer pk_none\r\ncontent-type: application/json\r\ncontent-length: 9000\r\n\r\n{`,
    next: ' ',
    closedWithinSeconds: limits.requestSeconds + lateSeconds,
  },
];

interface SlowSocket {
  readonly socket: Socket;
  readonly kind: Slowness;
  readonly openedAt: number;
  closedAt: number | null;
}

/** Thousands of sockets whose requests never end, while the neighbour goes on (F35). */
export async function holdSlowSockets(run: HostileRun): Promise<{ failures: string[]; detail: string }> {
  const { victim } = run;
  const { rssBytes } = await victim.read('gc');
  victim.peakBytes();
  const sockets = await openSockets(new URL(victim.url));
  const openAtOnce = sockets.filter(({ closedAt }) => closedAt === null).length;
  const waits = await watchNeighbour(run, sockets);
  const grownBytes = Math.max(0, victim.peakBytes() - rssBytes);
  for (const { socket } of sockets) socket.destroy();

  const failures = kinds.flatMap((kind) => notClosedInTime(kind, sockets));
  if (openAtOnce < 0.9 * socketCount) failures.push(`only ${openAtOnce} sockets were open at once`);
  if (grownBytes > maxGrownBytes) failures.push(`memory grew by ${Math.round(grownBytes / 1_048_576)} MB`);
  const slow = waits.filter((waitMs) => waitProblems({ status: 200, waitMs, processorMs: 0, ...run.quiet }).length > 0);
  // Why a tenth: other load of the machine holds up single seconds; these sockets would hold up all.
  if (slow.length > waits.length / 10)
    failures.push(`the neighbour waited in ${slow.length} of ${waits.length} seconds`);
  const detail = `${openAtOnce} open at once, ${Math.round(Math.max(...waits))} ms waited, +${Math.round(grownBytes / 1_048_576)} MB`;
  return { failures, detail };
}

async function openSockets({ hostname, port }: URL): Promise<SlowSocket[]> {
  const sockets: SlowSocket[] = [];
  for (let index = 0; index < socketCount; index += 1) {
    const kind = kinds[index % kinds.length];
    if (!kind) throw new Error('an index within the list');
    const socket = connect({ host: hostname, port: Number(port) });
    const slow: SlowSocket = { socket, kind, openedAt: performance.now(), closedAt: null };
    socket.on('error', () => {});
    socket.on('close', () => {
      slow.closedAt = performance.now();
    });
    socket.resume(); // a refusal that nobody reads would keep the socket open
    if (kind.first) socket.write(kind.first);
    sockets.push(slow);
    if (index % 50 === 0) await delay(10);
  }
  return sockets;
}

/** Feeds the sockets a byte a second until the last of them is due; the longest wait of the neighbour in each second. */
async function watchNeighbour({ victim, neighbour }: HostileRun, sockets: readonly SlowSocket[]): Promise<number[]> {
  const waits: number[] = [];
  const until = performance.now() + (limits.requestSeconds + lateSeconds) * 1_000;
  while (performance.now() < until) {
    await victim.read();
    neighbour.longestWaitMs();
    for (const { socket, kind, closedAt } of sockets) if (closedAt === null && kind.next) socket.write(kind.next);
    await delay(1_000);
    const { stallMs } = await victim.read();
    waits.push(Math.max(stallMs, neighbour.longestWaitMs()));
  }
  return waits;
}

function notClosedInTime(kind: Slowness, sockets: readonly SlowSocket[]): string[] {
  const isLate = ({ openedAt, closedAt }: SlowSocket): boolean =>
    closedAt === null || closedAt - openedAt > kind.closedWithinSeconds * 1_000;
  const late = sockets.filter((one) => one.kind === kind && isLate(one)).length;
  return late === 0 ? [] : [`${late} sockets ${kind.name} were open for more than ${kind.closedWithinSeconds} s`];
}
