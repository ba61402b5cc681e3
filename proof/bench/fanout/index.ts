import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Client } from 'pg';
import { createMigratedDatabase, dropDatabase, urlOf } from '../../../server/testing/database.ts';
import { startSmtpSink } from '../../../server/testing/smtp-sink.ts';
import { connect } from '../../../server/testing/spool-setup.ts';
import { campaignClient, seedContacts } from '../../instance/campaigns.ts';
import { startProcess } from '../../instance/instance.ts';
import { report } from '../comparison.ts';
import { makeKey } from '../handoff/fixture.ts';
import { givenSendingProject } from '../handoff/project.ts';
import { bareExpansion } from './bare-expansion.ts';
import { measureStorage, type StorageSetup } from './storage.ts';

/** `--recipients` of the expansion, `--mails` whose storage is measured. */
export async function benchFanout(options: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...options],
    options: { recipients: { type: 'string', default: '1000000' }, mails: { type: 'string', default: '20000' } },
  });
  const [recipients, mails] = [Number(values.recipients), Number(values.mails)];
  await inWorld(recipients, (world) => expand(world, recipients));
  await inWorld(mails, (world) => measureStorage(world, mails));
}

/** A database with one project of so many contacts, an API and a worker. */
async function inWorld(contacts: number, work: (world: ExpansionSetup) => Promise<void>): Promise<void> {
  const name = await createMigratedDatabase();
  const client = await connect(urlOf(name));
  const sink = await startSmtpSink();
  const relays = { MAIL_RELAYS: sink.url };
  const api = await startProcess('api', urlOf(name), relays);
  const worker = await startProcess('worker', urlOf(name), { ...relays, ENVIRONMENT: 'production' });
  try {
    const project = await givenSendingProject(client, makeKey());
    await seedContacts(client, project.id, contacts);
    const campaigns = campaignClient(api.url, project);
    await work({ client, projectId: project.id, campaigns, pid: worker.child.pid ?? 0 });
  } finally {
    await Promise.all([api.stop(), worker.stop()]);
    await client.end();
    await sink.stop();
    await dropDatabase(name);
  }
}

interface ExpansionSetup extends StorageSetup {
  readonly projectId: string;
}

interface Sample {
  readonly ms: number;
  readonly made: number;
  readonly megabytes: number;
}

/** Email records for all contacts, beside one statement that writes the same rows; paused, so that nothing becomes due. */
async function expand({ client, projectId, campaigns, pid }: ExpansionSetup, recipients: number): Promise<void> {
  const bare = await bareExpansion(client, projectId);
  const id = await campaigns.draft({ subject: 'News', body: '<p>Hello {{ first name ?? "you" }}</p>' });
  await campaigns.act(id, 'send');
  await campaigns.act(id, 'pause');
  const samples: Sample[] = [];
  for (let campaign = await campaigns.get(id); ; campaign = await campaigns.get(id)) {
    samples.push({ ms: performance.now(), made: campaign.totalRecipients, megabytes: memoryOf(pid) });
    if (campaign.expandedAt) {
      const seconds = (Date.parse(campaign.expandedAt) - Date.parse(campaign.sentAt)) / 1_000;
      if (campaign.totalRecipients !== recipients) throw new Error(`${campaign.totalRecipients} of ${recipients}`);
      const rate = recipients / seconds;
      report({ name: 'fanout, expansion', ours: rate, bare, unit: 'rows/s', want: { ratio: { atLeast: 0.4 } } });
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const [first, second] = halves(samples, recipients);
  report({
    name: 'fanout, second half of the expansion beside the first',
    ours: second,
    bare: first,
    unit: 'rows/s',
    want: { ratio: { atLeast: 0.9 } },
  });
  const early = samples.find(({ made }) => made >= recipients / 4)?.megabytes ?? 0;
  const growth = Math.max(...samples.map(({ megabytes }) => megabytes)) - early;
  report({
    name: 'fanout, growth of the worker after a quarter',
    ours: growth,
    unit: 'MB',
    want: { ours: { atMost: 60 } },
  });
  await campaigns.act(id, 'cancel');
  await untilGone(client);
}

/** The rates of both halves, each between the samples nearest to its ends. */
function halves(samples: readonly Sample[], recipients: number): [number, number] {
  const near = (made: number): Sample =>
    samples.reduce((best, sample) => (Math.abs(sample.made - made) < Math.abs(best.made - made) ? sample : best));
  const rate = (from: Sample, to: Sample): number => (to.made - from.made) / ((to.ms - from.ms) / 1_000);
  const [start, middle, end] = [near(0.02 * recipients), near(recipients / 2), near(0.98 * recipients)];
  return [rate(start, middle), rate(middle, end)];
}

const memoryOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;

async function untilGone(client: Client): Promise<void> {
  while ((await client.query('select from campaign_runs')).rowCount !== 0)
    await new Promise((resolve) => setTimeout(resolve, 200));
}
