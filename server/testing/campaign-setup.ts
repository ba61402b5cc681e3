import { onTestFinished, vi } from 'vitest';
import { campaignRuns } from '../src/features/campaigns/run/campaign-runs.ts';
import { deliveries } from '../src/features/emails/index.ts';
import { type RunningSpools, startSpools } from '../src/platform/spool/index.ts';
import { type DeliverySetup, deliverySetup } from './delivery-setup.ts';

// Sending takes seconds on an idle machine, and no time is promised here.
vi.setConfig({ testTimeout: 120_000 });

/** A project with a verified sender and a relay, whose campaigns can be sent. */
export interface CampaignSetup extends DeliverySetup {
  /** Contacts `c0@example.com`, `c1@…` with `data.n`; each data given is merged. */
  contacts(count: number, data?: (index: number) => object): Promise<void>;
  /** Creates a draft and returns its id. */
  draft(fields?: object): Promise<string>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at fields of every type
  post(path: string, body?: object): Promise<{ status: number; body: any }>;
  // biome-ignore lint/suspicious/noExplicitAny: the same
  get(path: string): Promise<any>;
  /** Starts the work on campaigns and mails; it stops with the test. */
  sendAll(): RunningSpools;
  /** Only campaigns: their mails become due and stay. */
  runAll(): RunningSpools;
  /** Waits until the campaign has this status. */
  // biome-ignore lint/suspicious/noExplicitAny: the same
  ended(id: string, status?: string): Promise<any>;
}

export async function campaignSetup(settings: Record<string, string> = {}): Promise<CampaignSetup> {
  const setup = await deliverySetup(settings);
  const { app, project, rows } = setup;
  await rows(`update projects set mode = 'live' where id = $1`, [project.id]);
  const client = project.owner.in(project.id);
  const work = (...spools: Parameters<typeof startSpools>[1]): RunningSpools => {
    const running = startSpools(app.app.services, spools, { sweepSeconds: 1 });
    let stopping: Promise<void> | undefined;
    const stop = (): Promise<void> => {
      stopping ??= running.stop();
      return stopping;
    };
    onTestFinished(stop);
    return { ...running, stop };
  };
  return {
    ...setup,
    async contacts(count, data = () => ({})) {
      const list = Array.from({ length: count }, (_, n) => ({ email: `c${n}@example.com`, data: { n, ...data(n) } }));
      await rows(
        `insert into contacts (project_id, id, email, subscribed, source, data, created_at, updated_at)
         select $1, id_in_order((extract(epoch from now()) * 1000)::bigint - 1000 * (20 - n / 10000), n % 10000), w.email, true, 'api',
                w.data, now(), now()
           from (select *, row_number() over () as n from jsonb_to_recordset($2::jsonb) w (email text, data jsonb)) w`,
        [project.id, JSON.stringify(list)],
      );
    },
    async draft(fields = {}) {
      const body = {
        name: 'News',
        subject: 'Hello',
        body: '<p>Hello</p>',
        from: 'hello@acme.example',
        audienceType: 'ALL',
        ...fields,
      };
      const created = await client.post('/campaigns', body);
      return created.body.data.id;
    },
    post: (path, body) => client.post(`/campaigns/${path}`, body),
    get: async (path) => (await client.get(`/campaigns/${path}`)).body,
    sendAll: () => work(campaignRuns, deliveries),
    runAll: () => work(campaignRuns),
    ended: (id, status = 'SENT') =>
      vi.waitFor(
        async () => {
          const { body } = await client.get(`/campaigns/${id}`);
          if (body.status !== status) throw new Error(`the campaign is ${body.status}`);
          return body;
        },
        { timeout: 60_000, interval: 50 },
      ),
  };
}
