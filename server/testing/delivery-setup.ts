import { onTestFinished, vi } from 'vitest';
import { deliveries } from '../src/features/emails/index.ts';
import { type RunningSpools, startSpools } from '../src/platform/spool/index.ts';
import { type GivenSender, givenMails, givenSender, type MailInput } from './given-mail.ts';
import { forTest, openProjectSetup, type ProjectSetup } from './project-setup.ts';
import { type ScriptedSmtp, startScriptedSmtp } from './scripted-smtp.ts';

/** A project with a verified sender, a scripted relay, and workers that can be started and stopped. */
export interface DeliverySetup extends ProjectSetup {
  readonly sender: GivenSender;
  readonly relay: ScriptedSmtp;
  mails(count: number, input?: MailInput | ((index: number) => MailInput)): Promise<string[]>;
  /** Starts a worker; it stops with the test. */
  work(): RunningSpools;
  /** The record of a mail, its attempts with their channels, and its delivery row while there is one. */
  stateOf(id: string): Promise<DeliveryState>;
  /** Waits until no mail of the project is under way. */
  idle(): Promise<void>;
  /** Waits until a mail is in this state. */
  until(id: string, check: (state: DeliveryState) => void): Promise<void>;
  /** Makes a waiting mail due now. */
  due(id: string): Promise<void>;
}

export interface DeliveryState {
  // biome-ignore lint/suspicious/noExplicitAny: tests look at columns of every type
  readonly email: any;
  // biome-ignore lint/suspicious/noExplicitAny: the same
  readonly delivery: any;
  // biome-ignore lint/suspicious/noExplicitAny: the same
  readonly attempts: any[];
}

/** `servers` are closed after the instance that uses them. */
export async function deliverySetup(
  settings: Record<string, string> = {},
  servers: readonly { close(): Promise<unknown> }[] = [],
): Promise<DeliverySetup> {
  const relay = await startScriptedSmtp();
  const relays = { MAIL_RELAYS: relay.url, DOUBT_WAIT_SECONDS: '300' };
  const setup = await forTest(openProjectSetup({ ...relays, ...settings }, relay, ...servers));
  const { app, client, project } = setup;
  const sender = await givenSender(client, project.id, 'acme.example');
  const stateOf = async (id: string): Promise<DeliveryState> => {
    const waiting = 'select *, extract(epoch from due_at - now()) as wait from deliveries where id = $1';
    const delivery = await client.query(waiting, [id]);
    const attempts = await client.query(
      `select a.*, c.* from delivery_attempts a left join delivery_channels c on c.id = a.channel_id
        where a.email_id = $1 order by a.attempt`,
      [id],
    );
    return { email: await setup.email(id), delivery: delivery.rows[0], attempts: attempts.rows };
  };
  return {
    ...setup,
    sender,
    relay,
    stateOf,
    mails: (count, input) => givenMails(client, project.id, count, input),
    work() {
      const spools = startSpools(app.app.services, [deliveries], { sweepSeconds: 1 });
      let stopping: Promise<void> | undefined;
      const stop = (): Promise<void> => {
        stopping ??= spools.stop();
        return stopping;
      };
      onTestFinished(stop);
      return { ...spools, stop };
    },
    async idle() {
      await vi.waitFor(
        async () => {
          const { rowCount } = await client.query('select from deliveries where project_id = $1 limit 1', [project.id]);
          if (rowCount !== 0) throw new Error('mails are still under way');
        },
        { timeout: 15_000, interval: 30 },
      );
    },
    until: (id, check) => vi.waitFor(async () => check(await stateOf(id)), { timeout: 10_000, interval: 30 }),
    async due(id) {
      await client.query('update deliveries set due_at = now() where id = $1', [id]);
    },
  };
}
