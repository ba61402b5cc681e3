import type { Reply } from './client.ts';
import { sesRelay } from './fake-ses.ts';
import { type FakeSns, type SnsFields, startFakeSns } from './fake-sns.ts';
import { givenMails, givenSender } from './given-mail.ts';
import { forTest, openProjectSetup, type ProjectSetup } from './project-setup.ts';

/** An instance that sends through Amazon SES and listens to one topic, with a project and sent mails. */
export interface SesSetup extends ProjectSetup {
  readonly sns: FakeSns;
  /** Creates a mail whose first attempt has passed the gate and has no result yet. */
  underWay(): Promise<string>;
  /** Posts a signed notification that carries this text. */
  notify(text: string, more?: SnsFields): Promise<Reply>;
  post(body: string | SnsFields, headers?: Record<string, string>): Promise<Reply>;
  /** Deletes every mail and its results. */
  clean(): Promise<void>;
}

/** One for a test, closed after it. */
export const sesSetup = (settings: Record<string, string> = {}): Promise<SesSetup> => forTest(openSesSetup(settings));

/** One for the tests of a file: `clean` it before each of them and `close` it after the last. */
export async function openSesSetup(settings: Record<string, string> = {}): Promise<SesSetup> {
  const sns = await startFakeSns();
  const own = {
    MAIL_RELAYS: JSON.stringify([sesRelay]),
    SES_SNS_TOPIC_ARNS: sns.topic,
    SNS_STAND_IN: sns.setting,
  };
  const setup = await openProjectSetup({ ...own, ...settings }, sns);
  const { app, client, project } = setup;
  await givenSender(client, project.id, 'acme.example');
  const post: SesSetup['post'] = (body, headers = { 'content-type': 'text/plain; charset=UTF-8' }) =>
    app.anyone.send({
      method: 'POST',
      path: '/webhooks/ses',
      raw: typeof body === 'string' ? body : JSON.stringify(body),
      headers,
    });
  return {
    ...setup,
    sns,
    post,
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
    async clean() {
      await setup.empty('sns_messages', 'suppressions', 'email_delays', 'events', 'emails', 'deliveries');
      sns.confirmed.length = 0;
    },
  };
}
