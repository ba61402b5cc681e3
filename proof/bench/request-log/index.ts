import { fileURLToPath } from 'node:url';
import { createMigratedDatabase, dropDatabase, urlOf } from '@postrider/server/testing/database';
import { Client } from 'pg';
import { startProcess } from '../../instance/instance.ts';
import { makeProjects } from '../../instance/projects.ts';
import { median, report } from '../comparison.ts';
import { httpLoad, sizeFrom } from '../http-bench.ts';
import { httpRate } from '../http-rate.ts';
import { seedPeople } from '../project-load.ts';
import { trackBench } from '../track/index.ts';
import { data } from '../track/track-load.ts';

// Both from their sources: a bundle beside sources would not compare the log alone.
const withLog = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url));
const withoutLog = fileURLToPath(new URL('./without-log.ts', import.meta.url));

/** The same calls to a process with the request log and to one without, in turns: what the log costs them. */
export async function benchRequestLog(options: readonly string[]): Promise<void> {
  const name = await createMigratedDatabase();
  const client = new Client({ connectionString: urlOf(name) });
  await client.connect();
  const [logging, silent] = [
    await startProcess('api', urlOf(name), {}, withLog),
    await startProcess('api', urlOf(name), {}, withoutLog),
  ];
  try {
    const projects = await makeProjects(client, 600);
    await seedPeople(client, projects, data);
    const size = sizeFrom(options, { rounds: 15, milliseconds: 2_000, warmUp: 6_000 });
    const bench = trackBench(projects, size);
    const measure = (url: string, label: string) => httpRate(url, httpLoad(bench, label, size.milliseconds));
    const sides = { logging: logging.url, silent: silent.url };
    for (const [side, url] of Object.entries(sides)) {
      for (let done = 0; done < size.warmUp; ) {
        done += (await measure(url, `warm-${side}-${done}`)) * (size.milliseconds / 1_000);
      }
    }
    const rates: Record<keyof typeof sides, number[]> = { logging: [], silent: [] };
    for (let round = 0; round < size.rounds; round += 1) {
      for (const side of ['logging', 'silent'] as const) {
        rates[side].push(await measure(sides[side], `${side}-${round}`));
      }
    }
    report({
      name: 'request-log, rate of calls with the log and without',
      ours: median(rates.logging),
      bare: median(rates.silent),
      unit: 'requests/s',
      want: { ratio: { atLeast: 0.97 } },
      detail: { lines: await countLines(client), dropped: await droppedLines(logging.metricsUrl) },
    });
  } finally {
    await logging.stop();
    await silent.stop();
    await client.end();
    await dropDatabase(name);
  }
}

/** So that a log that writes nothing is not taken for a fast one. */
async function countLines(client: Client): Promise<number> {
  const { rows } = await client.query<{ lines: number }>('select count(*)::int as lines from logged_calls');
  return rows[0]?.lines ?? 0;
}

async function droppedLines(metricsUrl: string): Promise<number> {
  const text = await (await fetch(`${metricsUrl}/metrics`)).text();
  return Number(/^request_log_dropped_total\S* (\d+)/m.exec(text)?.[1] ?? 0);
}
