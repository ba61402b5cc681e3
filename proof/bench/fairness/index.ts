import { parseArgs } from 'node:util';
import type { Client } from 'pg';
import { createMigratedDatabase, dropDatabase, urlOf } from '../../../server/testing/database.ts';
import { startSmtpSink } from '../../../server/testing/smtp-sink.ts';
import { connect } from '../../../server/testing/spool-setup.ts';
import { type CampaignClient, campaignClient, seedContacts } from '../../instance/campaigns.ts';
import { type ServerProcess, startProcess } from '../../instance/instance.ts';
import type { ProofProject } from '../../instance/projects.ts';
import { report } from '../comparison.ts';
import { makeKey } from '../handoff/fixture.ts';
import { givenPeople, givenSendingProject } from '../handoff/project.ts';
import { type ProbedProject, probe } from '../lanes/compare-lanes.ts';

const text = { subject: 'News', body: '<p>Hello {{ first name ?? "you" }}</p>' };
const smallAudience = 1_000;

interface Tenants {
  /** Sends a campaign to many. */
  readonly large: ProofProject;
  /** Sends a campaign to a thousand meanwhile. */
  readonly small: ProofProject;
  /** Sends transactional mail meanwhile. */
  readonly probed: ProbedProject;
}

const domains = { large: 'large.example', small: 'small.example', probed: 'probed.example' };

/** `--recipients` of the large tenant, `--probes`, `--runs`: what two other tenants notice of its campaign. */
export async function benchFairness(options: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...options],
    options: {
      recipients: { type: 'string', default: '500000' },
      probes: { type: 'string', default: '400' },
      runs: { type: 'string', default: '3' },
    },
  });
  const name = await createMigratedDatabase();
  const client = await connect(urlOf(name));
  const sink = await startSmtpSink();
  try {
    const key = makeKey();
    const [large, small, project] = [
      await givenSendingProject(client, key, domains.large),
      await givenSendingProject(client, key, domains.small),
      await givenSendingProject(client, key, domains.probed),
    ];
    await seedContacts(client, large.id, Number(values.recipients));
    await seedContacts(client, small.id, smallAudience);
    const probed = { client, project, people: await givenPeople(client, project.id, 2_000), domain: domains.probed };
    for (let run = 1; run <= Number(values.runs); run += 1) {
      const settings = { MAIL_RELAYS: sink.url, ENVIRONMENT: 'production', DRAIN_SECONDS: '0' };
      const worker = await startProcess('worker', urlOf(name), settings);
      const api = await startProcess('api', urlOf(name), settings);
      const label = `, run ${run} of ${values.runs}`;
      await compare({ client, api, tenants: { large, small, probed } }, Number(values.probes), label);
      await Promise.all([worker.stop(), api.stop()]);
    }
  } finally {
    await client.end();
    await sink.stop();
    await dropDatabase(name);
  }
}

interface FairnessWorld {
  readonly client: Client;
  readonly api: ServerProcess;
  readonly tenants: Tenants;
}

async function compare({ client, api, tenants }: FairnessWorld, probes: number, run: string): Promise<void> {
  const large = campaignClient(api.url, tenants.large, domains.large);
  const small = campaignClient(api.url, tenants.small, domains.small);
  await probe(tenants.probed, api, 20);
  const idle = await probe(tenants.probed, api, probes);
  const alone = await secondsToSend(small);
  const id = await large.draft(text);
  await large.act(id, 'send');
  while ((await large.get(id)).sentCount < 500) await pause(200);
  const beside = await probe(tenants.probed, api, probes);
  const together = await secondsToSend(small);
  const { status, sentCount } = await large.get(id);
  if (status !== 'SENDING') throw new Error('the large campaign was over before the others: ask for a larger one');
  await large.act(id, 'cancel');
  while ((await client.query('select from campaign_runs')).rowCount !== 0) await pause(200);
  const name = `fairness, p99 of a transactional mail beside the campaign of another tenant${run}; bare is the idle p99`;
  report({ name, ours: beside.p99, bare: idle.p99, unit: 'ms', want: { ratio: { atMost: 2 } }, detail: { sentCount } });
  report({ name: `fairness, the same for the median${run}`, ours: beside.p50, bare: idle.p50, unit: 'ms', want: null });
  const campaign = `fairness, a campaign to ${smallAudience} beside a large one, which goes on${run}; bare is the time alone`;
  report({ name: campaign, ours: together, bare: alone, unit: 's', want: null });
}

async function secondsToSend(campaigns: CampaignClient): Promise<number> {
  const id = await campaigns.draft(text);
  const began = performance.now();
  await campaigns.act(id, 'send');
  while ((await campaigns.get(id)).status !== 'SENT') await pause(100);
  return (performance.now() - began) / 1_000;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
