import { parseArgs } from 'node:util';
import type { Client } from 'pg';
import { createMigratedDatabase, dropDatabase, urlOf } from '../../../server/testing/database.ts';
import { connect } from '../../../server/testing/spool-setup.ts';
import { makeProjects } from '../../instance/projects.ts';
import { budgets } from '../budgets.ts';
import { median, report } from '../comparison.ts';
import { givenPeople } from '../handoff/project.ts';
import { rowsPerCall, rowsWritten } from '../rows-written.ts';
import { type RoundMeasurement, runRound } from './rounds.ts';
import { seedSentMails } from './seed.ts';
import { storm } from './storm.ts';

/** `--notices` of the storm, `--mails` a round, `--rounds`. Delivery notices one by one and ten at once, beside bare updates. */
export async function benchNotices(options: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...options],
    options: {
      notices: { type: 'string', default: '1000000' },
      mails: { type: 'string', default: '5000' },
      rounds: { type: 'string', default: '5' },
    },
  });
  const name = await createMigratedDatabase();
  const client = await connect(urlOf(name));
  try {
    const sizes = { mails: Number(values.mails), rounds: Number(values.rounds) };
    for (const batch of [1, 10]) await compareRates(client, urlOf(name), batch, sizes);
    if (Number(values.notices) > 0) await storm(client, urlOf(name), Number(values.notices));
  } finally {
    await client.end();
    await dropDatabase(name);
  }
}

async function compareRates(
  client: Client,
  url: string,
  batch: number,
  { mails, rounds }: { mails: number; rounds: number },
): Promise<void> {
  const [project] = await makeProjects(client, 1);
  if (!project) throw new Error('a round needs a project');
  const people = await givenPeople(client, project.id, 2_000);
  const measure = async (side: 'ours' | 'bare') => {
    const ids = await seedSentMails(client, project.id, people, mails);
    return runRound(side, { url, projectId: project.id, ids, batch });
  };
  const [ours, bare] = [[await measure('ours')].slice(1), [await measure('bare')].slice(1)];
  let tables: Record<string, number> = {};
  for (let round = 0; round < rounds; round += 1) {
    const ids = await seedSentMails(client, project.id, people, mails);
    const before = await rowsWritten(client, 'outside of the queue');
    ours.push(await runRound('ours', { url, projectId: project.id, ids, batch }));
    tables = rowsPerCall(before, await rowsWritten(client, 'outside of the queue'), mails);
    bare.push(await measure('bare'));
  }
  const medianOf = (side: readonly RoundMeasurement[], of: keyof RoundMeasurement) =>
    median(side.map((one) => one[of]));
  const what = batch === 1 ? 'one by one' : `${batch} at once`;
  const rate = { ours: medianOf(ours, 'rate'), bare: medianOf(bare, 'rate') };
  report({ name: `notices, ${what}`, ...rate, unit: 'notices/s', want: { ratio: { atLeast: 0.4 } } });
  const cpu = { ours: medianOf(ours, 'cpuMs'), bare: medianOf(bare, 'cpuMs') };
  report({ name: `notices, ${what}, processor time of the process`, ...cpu, unit: 'ms', want: null });
  const server = { ours: medianOf(ours, 'serverMs'), bare: medianOf(bare, 'serverMs') };
  report({ name: `notices, ${what}, processor time of PostgreSQL's sessions`, ...server, unit: 'ms', want: null });
  const wal = { ours: medianOf(ours, 'walBytes'), bare: medianOf(bare, 'walBytes') };
  report({ name: `notices, ${what}, WAL`, ...wal, unit: 'bytes', want: null });
  const want = { ours: { atMost: budgets.notices.rowVersions } };
  const versions = Object.values(tables).reduce((sum, count) => sum + count, 0);
  report({ name: `notices, ${what}, row versions`, ours: versions, unit: 'rows', want, detail: tables });
}
