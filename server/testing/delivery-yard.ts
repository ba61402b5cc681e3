import type { Client } from 'pg';
import { onTestFinished, vi } from 'vitest';
import { deliveries } from '../src/features/emails/index.ts';
import type { RunningSpools } from '../src/platform/spool/index.ts';
import { startSpools } from '../src/platform/spool/index.ts';
import type { GivenProject } from './given.ts';
import type { GivenSender, MailWish } from './given-mail.ts';
import { givenMails, givenSender } from './given-mail.ts';
import type { ScriptedSmtp } from './scripted-smtp.ts';
import { startScriptedSmtp } from './scripted-smtp.ts';
import { connect } from './spool-yard.ts';
import type { TestApp } from './test-app.ts';
import { testApp } from './test-app.ts';

/** A project with a verified sender, a relay that does as it is told, and workers that can be started and stopped. */
export interface DeliveryYard {
  readonly app: TestApp;
  readonly client: Client;
  readonly project: GivenProject;
  readonly sender: GivenSender;
  readonly relay: ScriptedSmtp;
  mails(count: number, wish?: MailWish | ((place: number) => MailWish)): Promise<string[]>;
  /** Starts a worker; it stops with the test. */
  work(): RunningSpools;
  /** The record of a mail, and its delivery row while there is one. */
  look(id: string): Promise<Look>;
  /** Waits until no mail of the project is under way. */
  idle(): Promise<void>;
  /** Waits until a mail looks like this. */
  until(id: string, check: (look: Look) => void): Promise<void>;
  /** Makes a waiting mail due now. */
  due(id: string): Promise<void>;
}

export interface Look {
  // biome-ignore lint/suspicious/noExplicitAny: tests look at columns of every type
  readonly email: any;
  // biome-ignore lint/suspicious/noExplicitAny: the same
  readonly delivery: any;
  // biome-ignore lint/suspicious/noExplicitAny: the same
  readonly attempts: any[];
}

export async function deliveryYard(settings: Record<string, string> = {}): Promise<DeliveryYard> {
  const relay = await startScriptedSmtp();
  onTestFinished(() => relay.close());
  const app = await testApp({ MAIL_RELAYS: relay.url, DOUBT_WAIT_SECONDS: '300', ...settings });
  const client = await connect(app.databaseUrl);
  onTestFinished(() => client.end());
  const project = await app.given.project();
  const sender = await givenSender(client, project.id, 'acme.example');
  const look = async (id: string): Promise<Look> => {
    const email = await client.query('select * from emails where id = $1', [id]);
    const waiting = 'select *, extract(epoch from due_at - now()) as wait from deliveries where id = $1';
    const delivery = await client.query(waiting, [id]);
    const attempts = await client.query('select * from delivery_attempts where email_id = $1 order by attempt', [id]);
    return { email: email.rows[0], delivery: delivery.rows[0], attempts: attempts.rows };
  };
  return {
    app,
    client,
    project,
    sender,
    relay,
    look,
    mails: (count, wish) => givenMails(client, project.id, count, wish),
    work() {
      const spools = startSpools(app.app.cellar, [deliveries], { sweepSeconds: 1 });
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
    until: (id, check) => vi.waitFor(async () => check(await look(id)), { timeout: 10_000, interval: 30 }),
    async due(id) {
      await client.query('update deliveries set due_at = now() where id = $1', [id]);
    },
  };
}
