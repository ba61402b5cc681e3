import assert from 'node:assert/strict';
import { readContract } from '@postrider/server/testing/contract';
import { writeDashboard } from '@postrider/server/testing/dashboard-folder';
import { startDns } from '@postrider/server/testing/dns-server';
import { sesRelay } from '@postrider/server/testing/fake-ses';
import { startFakeSns } from '@postrider/server/testing/fake-sns';
import { startFakeStripe } from '@postrider/server/testing/fake-stripe';
import { plantedClient } from '@postrider/server/testing/log-search';
import { startOidcServer } from '@postrider/server/testing/sign-in-servers';
import { watchSubscriptions } from '@postrider/server/testing/subscription-watch';
import { newEmail, peopleOf } from '../world/people.ts';
import { callers, type SharedSetup } from '../world/world.ts';
import { emptyDatabase } from './database.ts';
import { openMailbox } from './mailbox.ts';
import { startInstance } from './start-instance.ts';

export interface RunningSetup extends SharedSetup {
  /** What the instance has logged. */
  output(): string;
  /** Stops the instance, which writes what it still holds of its logs. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

/** One instance on a fresh database, a mail server, and the few people that many cases share. `others`: settings instead of ours. */
export async function openSetup(others: Record<string, string> = {}): Promise<RunningSetup> {
  const mailbox = await openMailbox();
  const database = await emptyDatabase();
  const provider = await startOidcServer({ subject: '0', email: 'nobody@people.example', isVerified: false });
  const names = await startDns();
  const sns = await startFakeSns();
  const stripe = await startFakeStripe();
  const dashboard = await writeDashboard();
  const settings = {
    DASHBOARD_FOLDER: dashboard.folder,
    ACCOUNT_SMTP_URL: mailbox.smtpUrl,
    OAUTH_PROVIDERS: JSON.stringify([{ id: 'corp', name: 'Acme login', issuer: provider.url, ...provider.client }]),
    MAX_PROJECTS_PER_USER: '3',
    DNS_RESOLVERS: names.address,
    MAIL_RELAYS: JSON.stringify([{ url: mailbox.smtpUrl }, sesRelay]),
    SES_SNS_TOPIC_ARNS: sns.topic,
    SNS_STAND_IN: sns.setting,
    ...stripe.settings,
    ...others,
  };
  const instance = await startInstance(database.url, settings);
  const visitor = plantedClient(instance.url);
  const contract = readContract((await visitor.get('/openapi.json')).body);
  const { body: emptyConfig } = await visitor.get('/config');

  const { sql } = database;
  await sql(watchSubscriptions);
  const people = peopleOf(callers(instance.url, contract), sql);
  const firstReply = await visitor.post('/auth/signup', {
    email: newEmail('first'),
    password: 'a password of the first',
  });
  assert.equal(firstReply.status, 201, firstReply.text);
  const [admin, member, stranger] = [await people.person(), await people.person(), await people.owner()];
  return {
    url: instance.url,
    operatorUrl: /Operator port: (\S+)/.exec(instance.output())?.[1] ?? '',
    contract,
    mailbox,
    provider,
    names,
    sns,
    stripe,
    sql,
    emptyConfig,
    first: firstReply.body,
    extras: { admin, member, stranger },
    strangersProject: stranger.project.id,
    output: instance.output,
    stop: instance.stop,
    async close() {
      await instance.stop();
      await database.drop();
      await mailbox.close();
      await provider.close();
      await names.close();
      await sns.close();
      await stripe.close();
      await dashboard.remove();
    },
  };
}
