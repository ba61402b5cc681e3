import { readFileSync } from 'node:fs';
import { createMigratedDatabase, dropDatabase, urlOf } from '@postrider/server/testing/database';
import { Client } from 'pg';
import { startProcess } from '../../instance/instance.ts';
import { makeProjects } from '../../instance/projects.ts';
import { median, report } from '../comparison.ts';
import { bareInserts } from './bare-inserts.ts';
import { importFile } from './import-file.ts';
import { csvOf, people } from './people.ts';

const rounds = 3;
const maxBytes = 5 * 1024 * 1024;

/** A file of 5 MB through API and worker beside bare inserts of the same rows, in turns; and what the worker needs. */
export async function benchImport(options: readonly string[]): Promise<void> {
  const all = people(options.includes('--small') ? 20_000 : 100_000);
  const csv = csvOf(all);
  if (Buffer.byteLength(csv) > maxBytes) throw new Error('the file is larger than an import may be');
  const name = await createMigratedDatabase();
  const client = new Client({ connectionString: urlOf(name) });
  await client.connect();
  const [api, worker] = [await startProcess('api', urlOf(name)), await startProcess('worker', urlOf(name))];
  try {
    const ours: number[] = [];
    const bare: number[] = [];
    for (const project of await makeProjects(client, rounds)) {
      const [bareProject] = await makeProjects(client, 1);
      if (!bareProject) throw new Error('a project was made');
      bare.push(await bareInserts(client, bareProject.id, all));
      const { job, rowsPerSecond } = await importFile(api.url, project.secretKey, csv, all.length);
      if (job.result.created !== all.length) throw new Error(`not all were created: ${JSON.stringify(job)}`);
      ours.push(rowsPerSecond);
      await untilFolded(client);
    }
    report({
      name: 'contacts.import',
      ours: median(ours),
      bare: median(bare),
      unit: 'rows/s',
      want: { ratio: { atLeast: 0.3 } },
    });
    const peak = peakOf(worker.child.pid);
    report({ name: 'contacts.import, worker at its peak', ours: peak, unit: 'MB', want: { ours: { atMost: 400 } } });
  } finally {
    await Promise.all([api.stop(), worker.stop()]);
    await client.end();
    await dropDatabase(name);
  }
}

/** Why: totals are folded after an import; the next round must not pay for the one before. */
async function untilFolded(client: Client): Promise<void> {
  for (let waiting = 1; waiting > 0; ) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    const { rows } = await client.query<{ waiting: string }>('select count(*) as waiting from contact_tallies');
    waiting = Number(rows[0]?.waiting);
  }
}

/** The largest amount of memory the process ever had, as the kernel counts it. */
function peakOf(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024;
}
