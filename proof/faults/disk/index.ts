import type { ProofProject } from '../../instance/projects.ts';
import { makeProjects } from '../../instance/projects.ts';
import { hireCrew } from '../delivery/crew.ts';
import { judge } from '../delivery/judge.ts';
import { judgeRequests } from '../delivery/judge-requests.ts';
import { inOwnCluster } from '../delivery/own-cluster.ts';
import type { Senders } from '../delivery/senders.ts';
import { startSenders } from '../delivery/senders.ts';
import type { FaultYard } from '../delivery/yard.ts';
import { openFaultYard } from '../delivery/yard.ts';
import type { FaultRun } from '../fault-run.ts';
import { sleep } from '../fault-run.ts';
import { shoot } from '../shoot.ts';
import type { SmallDisk } from './small-disk.ts';
import { makeSmallDisk } from './small-disk.ts';

const fullSeconds = 20;
const mostSeconds = 15;

/**
 * F30: the disk of the data runs full while mail is accepted and sent. Who writes is told to come back and why, who reads
 * is served, nothing is sent twice, and with room again all goes on by itself. Long alone: a PostgreSQL is made for it.
 */
export const diskFaults: FaultRun = async ({ isShort, check }) => {
  if (isShort) return;
  let disk: SmallDisk | undefined;
  const make = async (): Promise<SmallDisk> => {
    disk = await makeSmallDisk();
    return disk;
  };
  await inOwnCluster(async () => {
    if (!disk) throw new Error('no disk');
    const yard = await openFaultYard();
    const workers = await hireCrew(1, () => yard.worker());
    const apis = await hireCrew(1, () => yard.api());
    const [api] = apis.members;
    const [reader] = await makeProjects(yard.client, 1);
    if (!api || !reader) throw new Error('no API');
    const senders = await startSenders(yard, () => apis.members);
    await sleep(3);

    await disk.fill();
    const seen = await watch(yard, api.url, reader, senders);
    check('F30 while the disk is full a write is told to come back, and why', seen.refused > 0, seen);
    check('F30 nobody is told that something went wrong on our side', seen.faults === 0, { faults: seen.faults });
    check('F30 reading goes on', seen.reads > 0 && seen.reads === seen.served, {
      reads: seen.reads,
      served: seen.served,
    });
    check('F30 and no more mail is handed over than one worker has sessions', seen.handedLate <= 20, {
      handedLate: seen.handedLate,
    });

    disk.free();
    const began = performance.now();
    while ((await senders.probe())?.status !== 200 && performance.now() - began < 60_000) await sleep(0.1);
    const seconds = Number(((performance.now() - began) / 1_000).toFixed(1));
    check(`F30 with room again writes are served within ${mostSeconds} s`, seconds < mostSeconds, { seconds });

    await senders.finish();
    await Promise.all([workers.dismiss(), apis.dismiss()]);
    await judgeRequests(yard, senders.requests, check);
    check('full disk: everything came to an end', await yard.heal());
    await judge(yard, 'full disk', check);
    await yard.close();
  }, make);
};

/** Writes and reads for a while, and what came of them. `handedLate` counts from the first refusal on. */
async function watch({ sink }: FaultYard, url: string, reader: ProofProject, { probe }: Senders) {
  const seen = {
    writes: 0,
    refused: 0,
    accepted: 0,
    faults: 0,
    reads: 0,
    served: 0,
    handedLate: 0,
    others: [] as unknown[],
  };
  const headers = { authorization: `Bearer ${reader.secretKey}` };
  let handed: number | undefined;
  for (const end = Date.now() + fullSeconds * 1_000; Date.now() < end; await sleep(0.1)) {
    const written = await probe();
    seen.writes += 1;
    const message: unknown = written?.body?.error?.message;
    if (written?.status === 503 && /no room/.test(String(message)) && written.headers['retry-after']) seen.refused += 1;
    else if (written?.status === 200) seen.accepted += 1;
    else seen.others.push(written?.status ?? 'none');
    if (written?.status === 500) seen.faults += 1;
    if (seen.refused > 0) handed ??= sink.received.length;
    const read = await shoot({ url: `${url}/emails`, method: 'GET', headers });
    seen.reads += 1;
    if (read?.status === 200) seen.served += 1;
  }
  seen.handedLate = sink.received.length - (handed ?? sink.received.length);
  return seen;
}
