import type { Client } from 'pg';
import { inject, onTestFinished } from 'vitest';
import type { TestReply } from './client.ts';
import { sesRelay } from './fake-ses.ts';
import type { FakeSns, SnsFields } from './fake-sns.ts';
import { startFakeSns } from './fake-sns.ts';
import type { GivenProject } from './given.ts';
import type { MailWish } from './given-mail.ts';
import { givenContact, givenMails, givenSender } from './given-mail.ts';
import { connect } from './spool-yard.ts';
import type { TestApp } from './test-app.ts';
import { startTestApp } from './test-app.ts';

/** An instance that sends through Amazon SES and listens to one topic, with a project and mails that have left. */
export interface SesYard {
  readonly app: TestApp;
  readonly client: Client;
  readonly project: GivenProject;
  readonly sns: FakeSns;
  /** A mail that was handed over at its first attempt, or as the change says. */
  sent(change?: string, wish?: MailWish): Promise<string>;
  /** A mail whose first attempt has passed the gate and has no result yet. */
  underWay(): Promise<string>;
  /** Posts a signed notification that carries this text. */
  notify(text: string, more?: SnsFields): Promise<TestReply>;
  post(body: string | SnsFields, headers?: Record<string, string>): Promise<TestReply>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at columns of every type
  email(id: string): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: the same
  rows(statement: string): Promise<any[]>;
  /** Forgets every mail and what came of it. */
  clean(): Promise<void>;
  close(): Promise<void>;
}

/** One for a test, gone with it. */
export async function sesYard(settings: Record<string, string> = {}): Promise<SesYard> {
  const yard = await openSesYard(settings);
  onTestFinished(() => yard.close());
  return yard;
}

/** One for the tests of a file: `clean` it before each of them and `close` it after the last. */
export async function openSesYard(settings: Record<string, string> = {}): Promise<SesYard> {
  const sns = await startFakeSns();
  const app = await startTestApp(inject('templateDatabase'), {
    MAIL_RELAYS: JSON.stringify([sesRelay]),
    SES_SNS_TOPIC_ARNS: sns.topic,
    SNS_STAND_IN: sns.setting,
    ...settings,
  });
  const client = await connect(app.databaseUrl);
  const project = await app.given.project();
  await givenSender(client, project.id, 'acme.example');
  const post: SesYard['post'] = (body, headers = { 'content-type': 'text/plain; charset=UTF-8' }) =>
    app.anyone.request('POST', '/webhooks/ses', typeof body === 'string' ? body : JSON.stringify(body), headers);
  return {
    app,
    client,
    project,
    sns,
    post,
    async sent(change = `status = 'SENT', attempts = 1, sent_at = now()`, wish = {}) {
      const contactId = await givenContact(client, project.id, wish.recipient ?? `${crypto.randomUUID()}@example.com`);
      const { rows } = await client.query('select email from contacts where id = $1', [contactId]);
      const [id = ''] = await givenMails(client, project.id, 1, { contactId, recipient: rows[0].email, ...wish });
      await client.query(`update emails set ${change} where id = $1`, [id]);
      await client.query('delete from deliveries where id = $1', [id]);
      return id;
    },
    async underWay() {
      const [id = ''] = await givenMails(client, project.id, 1);
      await client.query(
        `update deliveries set phase = 'COMMITTING', attempt = 1, committing_at = now(), due_at = now() + interval '1 hour'
          where id = $1`,
        [id],
      );
      return id;
    },
    notify: (text, more = {}) => post(sns.notification(text, more)),
    email: async (id) => (await client.query('select * from emails where id = $1', [id])).rows[0],
    rows: async (statement) => (await client.query(statement)).rows,
    async clean() {
      const tables = ['sns_messages', 'suppressions', 'email_delays', 'events', 'emails', 'deliveries'];
      for (const table of tables) await client.query(`delete from ${table}`);
      sns.confirmed.length = 0;
    },
    async close() {
      await client.end();
      await app.close();
      await sns.close();
    },
  };
}
