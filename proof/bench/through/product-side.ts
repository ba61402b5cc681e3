import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { createDatabase, dropDatabase, urlOf } from '../../../server/testing/database.ts';
import { main } from '../../../server/testing/server-process.ts';
import { startSmtpSink } from '../../../server/testing/smtp-sink.ts';
import { connect } from '../../../server/testing/spool-setup.ts';
import { migrateWith } from '../../faults/upgrade/migrators.ts';
import { startProcess } from '../../instance/instance.ts';
import { makeSenderProjects } from './sender-projects.ts';
import type { Side } from './side.ts';

/** The product in one process (`all`), or another version of it whose program is `entry`. */
export async function startProduct(
  projectCount: number,
  key: { publicKey: string; privateKey: string },
  entry = main,
): Promise<Side> {
  const name = await createDatabase();
  const migration = await migrateWith(entry, urlOf(name));
  if (migration.code !== 0) throw new Error(`${entry} could not migrate a new database`);
  const client = await connect(urlOf(name));
  const projects = await makeSenderProjects(client, projectCount, key);
  const sink = await startSmtpSink();
  const settings = { MAIL_RELAYS: sink.url, ENVIRONMENT: 'production', DRAIN_SECONDS: '0' };
  const server = await startProcess('all', urlOf(name), settings, entry);
  return {
    url: server.url,
    pid: server.child.pid ?? 0,
    projects,
    client,
    untilSent: (accepted) => untilSent(client, accepted),
    batches: async () => batchLines(await (await fetch(`${server.metricsUrl}/metrics`)).text()),
    async stop() {
      await server.stop();
      await sink.stop();
      await client.end();
      await dropDatabase(name);
    },
  };
}

async function untilSent(client: Client, accepted: number): Promise<void> {
  for (;;) {
    const { rowCount } = await client.query('select from deliveries limit 1');
    if (rowCount === 0) break;
    await wait(20);
  }
  const { rows } = await client.query<{ status: string; count: number }>(
    'select status, count(*)::int as count from emails group by status',
  );
  const sent = rows.find(({ status }) => status === 'SENT')?.count ?? 0;
  if (sent !== accepted) throw new Error(`${sent} of ${accepted} mails were sent: ${JSON.stringify(rows)}`);
}

/** Sums and counts of histograms about batches. */
const batchLines = (metrics: string): string[] =>
  metrics.split('\n').filter((line) => /^\w*batch\w*_(sum|count)\b/.test(line));
