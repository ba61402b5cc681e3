import type { Client } from 'pg';
import { applyNotices, type EmailId, type Notice } from '../src/features/emails/index.ts';
import { projectContext } from '../src/platform/context/index.ts';
import { givenMails, type MailInput } from './given-mail.ts';
import { forTest, openProjectSetup, type ProjectSetup } from './project-setup.ts';

/** The state of a mail when a notice arrives. */
export type MailState =
  | 'sent'
  | 'committing'
  | 'unknown'
  | 'repeating'
  | 'unconfirmed'
  | 'failed'
  | 'untried'
  | 'deferred'
  | 'repeat deferred';

/** A notice without the email it is about. */
export type NoticeContent = Notice extends infer One ? (One extends Notice ? Omit<One, 'emailId'> : never) : never;

/** A project with mails that were sent, and functions that apply notices. */
export interface NoticeSetup extends ProjectSetup {
  /** Creates mails, each to a contact of its own. */
  mails(count: number, state?: MailState, input?: MailInput): Promise<EmailId[]>;
  apply(...notices: readonly Notice[]): Promise<readonly EmailId[]>;
  /** The same about one email. */
  notify(emailId: EmailId, ...contents: readonly NoticeContent[]): Promise<readonly EmailId[]>;
  /** Names of the events about an email, in alphabetical order. */
  eventsOf(id: string): Promise<string[]>;
}

export async function noticeSetup(settings: Record<string, string> = {}): Promise<NoticeSetup> {
  const setup = await forTest(openProjectSetup(settings));
  const { app, client, project } = setup;
  const ctx = projectContext(app.app.services, project.id);
  const apply = async (...notices: readonly Notice[]): Promise<readonly EmailId[]> =>
    (await ctx.transaction((tx) => applyNotices(tx, notices))).unknown;
  return {
    ...setup,
    apply,
    notify: (emailId, ...contents) => apply(...contents.map((content) => ({ ...content, emailId }) as Notice)), // with its id
    async mails(count, state = 'sent', input = {}) {
      const ids = (await givenMails(client, project.id, count, input)) as EmailId[]; // ids of emails
      await giveContacts(client, ids);
      await client.query(stateStatements[state], [ids]);
      return ids;
    },
    async eventsOf(id) {
      const { rows } = await client.query('select name from events where email_id = $1 order by name', [id]);
      return rows.map(({ name }) => String(name));
    },
  };
}

/** Each mail gets a recipient and a subscribed contact of its own. */
async function giveContacts(client: Client, ids: readonly string[]): Promise<void> {
  await client.query(
    `with made as (
       insert into contacts (project_id, id, email, subscribed, source, created_at, updated_at)
       select project_id, id, split_part(recipient, '@', 1) || '+' || id || '@' || split_part(recipient, '@', 2), true,
              'api', now(), now() from emails where id = any($1) returning id, email),
     moved as (update deliveries d set contact_id = made.id, recipient = made.email from made where d.id = made.id)
     update emails e set contact_id = made.id, recipient = made.email from made where e.id = made.id`,
    [ids],
  );
}

const gone = 'delete from deliveries where id = any($1) returning id';
const stateStatements: Record<MailState, string> = {
  sent: `with gone as (${gone})
    update emails e set status = 'SENT', sent_at = '2026-01-01T00:00:00Z', attempts = 1 from gone where e.id = gone.id`,
  unconfirmed: `with gone as (${gone}), logged as (
      insert into delivery_attempts (project_id, email_id, attempt, finished_at, outcome, ambiguous)
      select project_id, id, 1, now(), 'UNKNOWN', true from emails where id = any($1))
    update emails e set status = 'SENT', sent_at = '2026-01-01T00:00:00Z', attempts = 1, unconfirmed = true
      from gone where e.id = gone.id`,
  failed: `with gone as (${gone})
    update emails e set status = 'FAILED', reason = 'REJECTED', error = '550 no', attempts = 1
      from gone where e.id = gone.id`,
  committing: `update deliveries set phase = 'COMMITTING', attempt = 1, committing_at = now(), fence = gen_random_uuid(),
    lease_until = now() + interval '5 minutes' where id = any($1)`,
  unknown: `with logged as (
      insert into delivery_attempts (project_id, email_id, attempt, finished_at, outcome, ambiguous)
      select project_id, id, 1, now(), 'UNKNOWN', true from emails where id = any($1))
    update deliveries set phase = 'UNKNOWN', attempt = 1, unknown_at = now(), due_at = now() + interval '5 minutes'
     where id = any($1)`,
  repeating: 'update deliveries set phase = null, attempt = 1, repeats = 1 where id = any($1)',
  deferred: `with logged as (
      insert into delivery_attempts (project_id, email_id, attempt, finished_at, outcome)
      select project_id, id, 1, now(), 'DEFERRED' from emails where id = any($1))
    update deliveries set phase = null, attempt = 1, committing_at = now() - interval '1 minute',
           due_at = now() + interval '1 hour' where id = any($1)`,
  'repeat deferred': `with logged as (
      insert into delivery_attempts (project_id, email_id, attempt, finished_at, outcome, ambiguous)
      select project_id, id, attempt, now(), case attempt when 1 then 'UNKNOWN' else 'DEFERRED' end, attempt = 1
        from emails cross join generate_series(1, 2) attempt where id = any($1))
    update deliveries set phase = null, attempt = 2, repeats = 1, committing_at = now() - interval '1 minute',
           due_at = now() + interval '1 hour' where id = any($1)`,
  untried: `update deliveries set due_at = now() + interval '1 hour' where id = any($1)`,
};
