import { once } from 'node:events';
import type { Client } from 'pg';
import { createMigratedDatabase, dropDatabase, urlOf } from '../../../server/testing/database.ts';
import { type FakeStripe, startFakeStripe } from '../../../server/testing/fake-stripe.ts';
import { givenSender } from '../../../server/testing/given-mail.ts';
import { givenSubscription } from '../../../server/testing/given-subscription.ts';
import { plantedClient } from '../../../server/testing/log-search.ts';
import { startSmtpSink } from '../../../server/testing/smtp-sink.ts';
import { connect } from '../../../server/testing/spool-setup.ts';
import type { FakeSubscription } from '../../../server/testing/stripe-objects.ts';
import { type ServerProcess, settingsFor, startProcess } from '../../instance/instance.ts';
import { type SignedUpProject, signUp } from '../../instance/sign-up.ts';

export interface PayingProject extends SignedUpProject {
  readonly subscription: FakeSubscription;
  /** The end of the first period: mails are sent before and after it. */
  readonly periodEnd: Date;
  readonly sender: string;
}

/** Paying projects of an instance of two API processes and two workers, whose payment provider is in the process of the run. */
export interface BillingWorld {
  readonly client: Client;
  readonly stripe: FakeStripe;
  readonly projects: readonly PayingProject[];
  /** The address of an API process that runs now. */
  apiUrl(number: number): string;
  /** Kills a process and starts another in its place. */
  kill(role: 'api' | 'worker', number: number): Promise<void>;
  close(): Promise<void>;
}

const projectCount = 4;

/** `periodSeconds`: how long the first period still lasts. */
export async function openBillingWorld(periodSeconds: number): Promise<BillingWorld> {
  const name = await createMigratedDatabase();
  const url = urlOf(name);
  const client = await connect(url);
  const [stripe, sink] = [await startFakeStripe(), await startSmtpSink()];
  const delivery = { MAIL_RELAYS: sink.url, DELIVERY_LEASE_SECONDS: '2', DOUBT_WAIT_SECONDS: '1' };
  const start = (role: 'api' | 'worker'): Promise<ServerProcess> =>
    startProcess(role, url, { ...stripe.settings, ...delivery });
  const processes = {
    api: await Promise.all([start('api'), start('api')]),
    worker: await Promise.all([start('worker'), start('worker')]),
  };
  const apiUrl = (number: number): string => processes.api[number % 2]?.url ?? '';
  const projects: PayingProject[] = [];
  for (let number = 0; number < projectCount; number += 1) {
    projects.push(await openProject({ client, stripe, apiUrl: apiUrl(0), number, url, periodSeconds }));
  }
  return {
    client,
    stripe,
    projects,
    apiUrl,
    async kill(role, number) {
      const victim = processes[role][number % 2];
      if (!victim) throw new Error('there are two of each');
      const ended = once(victim.child, 'exit');
      victim.child.kill('SIGKILL');
      await ended;
      processes[role][number % 2] = await start(role);
    },
    async close() {
      await Promise.all([...processes.api, ...processes.worker].map((process) => process.stop()));
      await Promise.all([stripe.close(), sink.stop(), client.end()]);
      await dropDatabase(name);
    },
  };
}

interface ProjectPlan {
  readonly client: Client;
  readonly stripe: FakeStripe;
  readonly apiUrl: string;
  readonly number: number;
  readonly url: string;
  readonly periodSeconds: number;
}

async function openProject(plan: ProjectPlan): Promise<PayingProject> {
  const { client, stripe, apiUrl, number, url, periodSeconds } = plan;
  const project = await signUp(apiUrl, `payer-${number}`);
  const domain = `payer-${number}.example`;
  await givenSender(client, project.id, domain, { secret: settingsFor(url).SECRET_KEY ?? '' });
  await client.query(`update projects set mode = 'live' where id = $1`, [project.id]);
  const anyone = plantedClient(apiUrl);
  const periodEnd = new Date((Math.floor(Date.now() / 1_000) + periodSeconds) * 1_000);
  const subscription = await givenSubscription(stripe, { ...project, anyone }, { periodEnd });
  return { ...project, subscription, periodEnd, sender: `hello@${domain}` };
}
