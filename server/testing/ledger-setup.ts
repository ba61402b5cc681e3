import { onTestFinished } from 'vitest';
import type { Category } from '../src/features/billing/index.ts';
import { campaignRuns } from '../src/features/campaigns/run/campaign-runs.ts';
import { executionsSpool } from '../src/features/workflows/executions/spool.ts';
import { startSpools } from '../src/platform/spool/index.ts';
import { startDns } from './dns-server.ts';
import { deliverMail, givenReceivingDomain, inboundSettings } from './inbound-setup.ts';
import { type PaymentSetup, paymentSetup } from './payment-setup.ts';
import { connect } from './spool-setup.ts';
import { until } from './until.ts';
import { givenTemplate, givenWorkflow } from './workflow-setup.ts';

export type Counts = Partial<Record<Category, number>>;

/** A paying project that sends mail of every category and receives mail. Its campaigns and workflows run; no mail is handed over before `work`. */
export interface LedgerSetup extends PaymentSetup {
  /** Creates a campaign whose audience are the contacts with these names, and who are made. */
  draft(names: readonly string[]): Promise<string>;
  /** Mail to these names at example.com, or from them: accepted, refused or held when it returns. */
  readonly accept: Record<Category, (names: readonly string[]) => Promise<void>>;
  /** Receives a mail; the same text is the same mail. */
  receive(name: string, text?: string): Promise<void>;
  /** Usage over all periods; categories without any are left out. */
  usage(): Promise<Counts>;
  /** The same of billable units. */
  units(): Promise<Counts>;
}

export async function ledgerSetup(): Promise<LedgerSetup> {
  const names = await startDns();
  onTestFinished(() => names.close());
  const setup = await paymentSetup({ ...inboundSettings(names), INBOUND_CONNECTIONS_PER_ADDRESS: '0' });
  const { app, project, api, rows } = setup;
  await setup.tell('customer.subscription.created', await setup.newSubscription());
  await givenReceivingDomain(app, names, project, 'in.example');
  const templateId = await givenTemplate(api, { from: 'hello@acme.example' });
  await givenWorkflow(api, { allowReentry: true, steps: [{ type: 'SEND_EMAIL', templateId }] });
  const spools = startSpools(app.app.services, [campaignRuns, executionsSpool], { sweepSeconds: 1 });
  onTestFinished(() => spools.stop());

  let lists = 0;
  async function draft(people: readonly string[]): Promise<string> {
    lists += 1;
    const list = `list-${lists}`;
    for (const name of people) {
      await api.post('/contacts', { email: `${name}@example.com`, subscribed: true, data: { list } });
    }
    const filters = [{ field: 'data.list', operator: 'equals', value: list }];
    const { body } = await project.owner.in(project.id).post('/campaigns', {
      ...{ name: list, subject: 'News', body: '<p>News</p>', from: 'hello@acme.example' },
      ...{ audienceType: 'FILTERED', audienceCondition: { logic: 'AND', groups: [{ filters }] } },
    });
    return body.data.id;
  }

  async function receive(name: string, text = crypto.randomUUID()): Promise<void> {
    const from = `${name}@example.com`;
    const message = [`From: ${from}`, 'To: help@in.example', 'Subject: Order', '', text, ''].join('\r\n');
    const { code } = await deliverMail(app.app.ports.inbound ?? 0, message, { from, to: 'help@in.example' });
    if (code !== 250) throw new Error(`not taken: ${code}`);
  }

  /** On a connection of its own: several wait at once. */
  async function untilFound(statement: string, values: readonly unknown[]): Promise<void> {
    const client = await connect(app.databaseUrl);
    const isFound = async (): Promise<boolean> => (await client.query(statement, [...values])).rowCount !== 0;
    try {
      if (!(await until(isFound))) throw new Error('the mail was not accepted');
    } finally {
      await client.end();
    }
  }

  const sums = async (statement: string): Promise<Counts> =>
    Object.fromEntries((await rows(statement)).map(({ category, sum }) => [category, sum]));
  return {
    ...setup,
    draft,
    receive,
    accept: {
      async transactional(people) {
        await Promise.all(people.map((name) => setup.send(`${name}@example.com`)));
      },
      async campaigns(people) {
        const id = await draft(people);
        // Why scheduled: a send beyond the cap is refused at once, one whose time comes is held.
        await project.owner.in(project.id).post(`/campaigns/${id}/send`, { delaySeconds: 1 });
        const isDone = `select 1 where (select count(*) from deliveries where campaign_id = $1) = $2
                        union all select 1 from campaigns where id = $1 and hold_reason is not null`;
        await untilFound(isDone, [id, people.length]);
      },
      async workflows(people) {
        const track = (name: string) => api.post('/events/track', { email: `${name}@example.com`, event: 'signup' });
        await Promise.all(people.map(track));
        const isDone = `select 1 from emails where source_type = 'WORKFLOW' and recipient = any($1) having count(*) = $2`;
        await untilFound(isDone, [people.map((name) => `${name}@example.com`), people.length]);
      },
      async inbound(people) {
        await Promise.all(people.map((name) => receive(name)));
      },
    },
    usage: () => sums('select category, sum(used)::int from billing_usage group by 1 having sum(used) <> 0'),
    units: () => sums('select category, sum(units)::int from billing_units group by 1 having sum(units) <> 0'),
  };
}
