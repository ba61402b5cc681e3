import { setTimeout as wait } from 'node:timers/promises';
import { createMigratedDatabase, dropDatabase, urlOf } from '@postrider/server/testing/database';
import { type EventReader, readEvents } from '@postrider/server/testing/event-stream';
import { Client } from 'pg';
import { startProcess } from '../../instance/instance.ts';
import { cpuSeconds } from '../../instance/processor-time.ts';
import { makeProjects, type ProofProject } from '../../instance/projects.ts';
import { report } from '../comparison.ts';
import { seedPeople } from '../project-load.ts';
import { data } from '../track/track-load.ts';

const streamsPerProject = 20;

/**
 * The processor time of an API process with open streams, while an event a second happens in each of their projects, as a share of a core;
 * beside it the same events without streams. `--seconds=20 --streams=500`.
 */
export async function benchStream(options: readonly string[]): Promise<void> {
  const [seconds, streams] = [numberFrom(options, 'seconds', 20), numberFrom(options, 'streams', 500)];
  const name = await createMigratedDatabase();
  const client = new Client({ connectionString: urlOf(name) });
  await client.connect();
  // Why two processes: what the requests cost is not what the streams cost.
  const [streaming, writing] = [await startProcess('api', urlOf(name)), await startProcess('api', urlOf(name))];
  const readers: EventReader[] = [];
  try {
    const projects = await makeProjects(client, Math.ceil(streams / streamsPerProject));
    await seedPeople(client, projects, data);
    const share = async (): Promise<number> => {
      const before = cpuSeconds(streaming.child.pid ?? 0);
      await trackFor(seconds, writing.url, projects);
      return (cpuSeconds(streaming.child.pid ?? 0) - before) / seconds;
    };
    await trackFor(3, writing.url, projects);
    const bare = await share();
    for (let opened = 0; opened < streams; opened += 1) {
      const key = projects[opened % projects.length]?.secretKey;
      readers.push(await readEvents(`${streaming.url}/stream`, { authorization: `Bearer ${key}` }));
    }
    const ours = await share();
    const received = readers.map(({ messages }) => messages.length);
    report({
      name: `stream, share of a core for ${streams} open streams`,
      ours,
      unit: 'core',
      want: { ours: { atMost: 0.1 } },
      detail: {
        withoutStreams: bare,
        projects: projects.length,
        fewest: Math.min(...received),
        closed: closedOf(readers),
      },
    });
  } finally {
    for (const reader of readers) reader.close();
    await streaming.stop();
    await writing.stop();
    await client.end();
    await dropDatabase(name);
  }
}

const closedOf = (readers: readonly EventReader[]): number => readers.filter(({ isClosed }) => isClosed).length;

/** One event a second in each project. */
async function trackFor(seconds: number, url: string, projects: readonly ProofProject[]): Promise<void> {
  const began = performance.now();
  for (let second = 0; second < seconds; second += 1) {
    for (const { secretKey } of projects) {
      const headers = { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ email: 'streams@example.com', event: 'visit' });
      const { status } = await fetch(`${url}/events/track`, { method: 'POST', headers, body });
      if (status !== 200) throw new Error(`an event was refused: ${status}`);
    }
    await wait(Math.max(0, began + (second + 1) * 1_000 - performance.now()));
  }
}

function numberFrom(options: readonly string[], name: string, otherwise: number): number {
  const given = options.find((option) => option.startsWith(`--${name}=`));
  return given === undefined ? otherwise : Number(given.split('=')[1]);
}
