import type { Client } from './client.ts';
import { type DeliverySetup, deliverySetup } from './delivery-setup.ts';

/** A live project with a relay, whose mail is counted. */
export interface BillingSetup extends DeliverySetup {
  readonly api: Client;
  /** Sends one mail to an address of its own, or to the one given. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look at fields of every type
  send(to?: string): Promise<{ status: number; body: any }>;
  // biome-ignore lint/suspicious/noExplicitAny: the same
  setCaps(caps: object): Promise<any>;
  usageOf(category: string): Promise<number>;
  /** From this moment on a new period is current; the one before has begun in 2020. Returns the moment. */
  endPeriod(inSeconds: number): Promise<Date>;
  /** The subjects of all mails to the owner so far. */
  notices(): Promise<string[]>;
}

export async function billingSetup(settings: Record<string, string> = {}): Promise<BillingSetup> {
  const setup = await deliverySetup(settings);
  const { app, project, rows } = setup;
  await rows(`update projects set mode = 'live' where id = $1`, [project.id]);
  const api = app.as(project.secretKey);
  const path = `/users/@me/projects/${project.id}/billing-limits`;
  let sent = 0;
  return {
    ...setup,
    api,
    async send(to) {
      sent += 1;
      const recipient = to ?? `r${sent}@example.com`;
      const mail = { to: recipient, subject: 'Hi', body: '<p>Hi</p>', from: 'hello@acme.example' };
      return api.post('/v1/send', mail);
    },
    setCaps: async (caps) => (await project.owner.client.put(path, caps)).body,
    usageOf: async (category) => (await project.owner.client.get(path)).body[category].usage,
    async endPeriod(inSeconds) {
      const [{ at }] = await rows(`select date_trunc('milliseconds', now() + make_interval(secs => $1)) as at`, [
        inSeconds,
      ]);
      // Why: transactions count by the clock of the database, which cannot be turned for one of its databases.
      await rows(`create or replace function billing_period(
          project uuid, at timestamptz, out period_start timestamptz, out period_end timestamptz)
        language sql stable as $$
          select case when at < m.ends then timestamptz '2020-01-01' else m.ends end,
                 case when at < m.ends then m.ends else m.ends + interval '1 month' end
            from (select timestamptz '${at.toISOString()}' as ends) m $$`);
      return at;
    },
    async notices() {
      await app.settle();
      return app.mails.filter(({ to }) => to === project.owner.email).map(({ subject }) => subject);
    },
  };
}
