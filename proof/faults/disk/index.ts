import { makeProjects, type ProofProject } from '../../instance/projects.ts';
import { judge } from '../delivery/judge.ts';
import { judgeRequests } from '../delivery/judge-requests.ts';
import { inOwnCluster } from '../delivery/own-cluster.ts';
import { startProcessGroup } from '../delivery/process-group.ts';
import { type Senders, startSenders } from '../delivery/senders.ts';
import { type FaultSetup, openFaultSetup } from '../delivery/setup.ts';
import { type FaultRun, sleep } from '../fault-run.ts';
import { trySend } from '../requests.ts';
import { makeSmallDisk, type SmallDisk } from './small-disk.ts';

const fullSeconds = 20;
const maxSeconds = 15;

/**
 * F30: the disk of the data runs full while mail is accepted and sent. Writes get 503 with the reason, reads are served,
 * nothing is sent twice, and with room again all continues by itself. Long form only: it starts a PostgreSQL of its own.
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
    const setup = await openFaultSetup();
    const workers = await startProcessGroup(1, () => setup.worker());
    const apis = await startProcessGroup(1, () => setup.api());
    const [api] = apis.members;
    const [reader] = await makeProjects(setup.client, 1);
    if (!api || !reader) throw new Error('no API');
    const senders = await startSenders(setup, () => apis.members);
    await sleep(3);

    await disk.fill();
    const counts = await probeWhileFull(setup, api.url, reader, senders);
    check('while the disk is full a write gets 503 with the reason (F30)', counts.refused > 0, counts);
    check('no write gets 500 (F30)', counts.faults === 0, { faults: counts.faults });
    check('reading goes on (F30)', counts.reads > 0 && counts.reads === counts.served, {
      reads: counts.reads,
      served: counts.served,
    });
    check('and no more mail is handed over than one worker has sessions (F30)', counts.handedLate <= 20, {
      handedLate: counts.handedLate,
    });

    disk.free();
    const began = performance.now();
    while ((await senders.probe())?.status !== 200 && performance.now() - began < 60_000) await sleep(0.1);
    const seconds = Number(((performance.now() - began) / 1_000).toFixed(1));
    check(`with room again writes are served within ${maxSeconds} s (F30)`, seconds < maxSeconds, { seconds });

    await senders.finish();
    await Promise.all([workers.stop(), apis.stop()]);
    await judgeRequests(setup, senders.requests, check);
    check('full disk: everything came to an end', await setup.heal());
    await judge(setup, 'full disk', check);
    await setup.close();
  }, make);
};

/** Writes and reads for a while, and counts the outcomes. `handedLate` counts from the first refusal on. */
async function probeWhileFull({ sink }: FaultSetup, url: string, reader: ProofProject, { probe }: Senders) {
  const counts = {
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
    counts.writes += 1;
    const message: unknown = written?.body?.error?.message;
    if (written?.status === 503 && /no room/.test(String(message)) && written.headers['retry-after'])
      counts.refused += 1;
    else if (written?.status === 200) counts.accepted += 1;
    else counts.others.push(written?.status ?? 'none');
    if (written?.status === 500) counts.faults += 1;
    if (counts.refused > 0) handed ??= sink.received.length;
    const read = await trySend(url, { method: 'GET', path: '/emails', headers });
    counts.reads += 1;
    if (read?.status === 200) counts.served += 1;
  }
  counts.handedLate = sink.received.length - (handed ?? sink.received.length);
  return counts;
}
