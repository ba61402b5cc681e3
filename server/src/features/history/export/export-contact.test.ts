import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { ContactId } from '#features/contacts';
import { type ProjectContext, projectContext } from '#platform/context';
import { bearer } from '#testing/client';
import { plantedClient } from '#testing/log-search';
import { markTables } from '#testing/mark-tables';
import { forTest, openProjectSetup } from '#testing/project-setup';
import { until } from '#testing/until';
import { exportContact } from './export-contact.ts';

const setup = () => forTest(openProjectSetup({}));
type Setup = Awaited<ReturnType<typeof setup>>;

const newContact = async ({ app, project }: Setup, email = 'ada@example.com'): Promise<ContactId> =>
  (await app.as(project.secretKey).post('/contacts', { email })).body.id;

const contextOf = ({ app, project }: Setup): ProjectContext => projectContext(app.app.services, project.id);

const addEvents = ({ rows, project }: Setup, contactId: string, count: number, characters = 10) =>
  rows(
    `insert into events (project_id, created_at, id, contact_id, name, data)
     select $1, now() - n * interval '1 millisecond', gen_random_uuid(), $2, 'opened.page', jsonb_build_object('n', n, 'x', repeat('x', $4))
       from generate_series(1, $3::int) n`,
    [project.id, contactId, count, characters],
  );

/** What is stored about contacts and not exported, with the reason: a table, or a column of one. */
const leftOut: Readonly<Record<string, string>> = {
  deliveries: 'the next attempt of a mail that waits; the mail shows it',
  'delivery_attempts.worker': 'our own processes',
  'delivery_attempts.lane': 'our own processes',
  'delivery_attempts.remote_address': 'the relay',
  'delivery_attempts.tls_version': 'the relay',
  'delivery_attempts.tls_cipher': 'the relay',
  'delivery_attempts.ehlo_name': 'the relay',
  'delivery_attempts.mail_from': 'our own sender',
  'delivery_attempts.rcpt_hash': 'a hash of the recipient, which the mail has',
  'delivery_attempts.message_id': 'the mail has it',
  'delivery_attempts.queue_id': 'the relay',
  'delivery_attempts.reason_class': 'made from the reply',
  'delivery_attempts.evidence': 'made from the reply',
  email_attachments: 'files of the project; the mail lists them by name, size and hash',
  'email_contents.unsubscribe_url': 'a link with a secret in it',
  'emails.content_facts': 'what stays of the content when it has expired, and the content is there',
  inbox_messages: 'the same mail as it was captured in test mode',
  mail_breakdowns: 'counts, no person',
  mail_figures: 'counts, no person',
  mail_stops: 'about campaigns and workflows, no person',
  own_providers: 'about the project, no person',
  provider_tests: 'about the project, no person',
  received_mails: 'hashes that keep a mail from being taken twice',
  shared_texts: 'texts of campaigns; each mail is exported with its own',
  test_outcomes: 'what the sandbox will do with a test mail',
  invitations: 'people with an account, not contacts',
  logged_calls: "the project's own requests, found by their time and not by contact; they go after REQUEST_LOG_DAYS",
  execution_keys: 'keys chosen by the project; the execution has its own',
  execution_waits: 'the event that an execution waits for; the execution has it',
  'webhook_deliveries.attempts': 'replies of the endpoint of the project',
  'webhook_delivery_log.attempts': 'replies of the endpoint of the project',
  'workflow_calls.headers': 'secrets of the project',
  'activity_log.name': 'the kind of line that is looked for',
};

/** Tables without a text: ids, times and counts, all in the export or none of a person. */
const withoutText = [
  'click_judgements',
  'logged_call_erasures',
  'mail_breakdown_starts',
  'mail_erasures',
  'mail_figure_checks',
  'mail_figure_fills',
  'mail_totals',
  'segment_members',
  'workflow_entries',
];

test('has every text of every table that may hold something of a contact, or a reason (D-1061)', async () => {
  const own = await setup();
  const address = 'ada@example.com';
  const {
    id,
    marks,
    withoutText: found,
  } = await markTables(own.client, own.project.id, address, {
    'contacts.email': address,
    'emails.from_email': 'mark:emails.from_email;@example.com',
    'activity_log.name': 'email.received',
    'activity_log.data': JSON.stringify({ from: address, mark: 'mark:activity_log.data;' }),
    'job_errors.email': address.toUpperCase(),
  });

  // Why not as others: the marks stand in fields that the document gives only certain values.
  const { text } = await plantedClient(own.app.url, bearer(own.project.secretKey)).get(`/contacts/${id}/export`);

  expect(JSON.parse(text)).toMatchObject({ contact: { id, email: address }, workflowEntries: [{ workflowId: id }] });
  expect(JSON.parse(text).webhookDeliveries).toContainEqual(expect.objectContaining({ status: 'waiting' }));
  const missing = [...marks].filter(([, mark]) => !text.includes(mark)).map(([name]) => name);
  const unexplained = missing.filter((name) => !leftOut[name] && !leftOut[name.split('.')[0] ?? '']);
  expect(unexplained).toEqual([]);
  const unused = Object.keys(leftOut).filter(
    (name) => !missing.some((each) => each === name || each.startsWith(`${name}.`)),
  );
  expect(unused).toEqual([]);
  expect(found.toSorted()).toEqual(withoutText);
});

test('one contact of a project is exported at a time; the next may follow when it was read, or left unread', async () => {
  const own = await setup();
  const [ctx, id] = [contextOf(own), await newContact(own)];

  const first = await exportContact(ctx, id);
  const reply = await own.app.as(own.project.secretKey).get(`/contacts/${id}/export`);
  expect([reply.status, reply.body.error.code, reply.headers['retry-after']]).toEqual([
    429,
    'RATE_LIMIT_EXCEEDED',
    '5',
  ]);
  expect(await json(first)).toMatchObject({ contact: { id }, events: [], emails: [] });
  const left = await exportContact(ctx, id);
  left.destroy();
  await once(left, 'close');
  expect(await json(await exportContact(ctx, id))).toMatchObject({ contact: { id } });
});

test('a caller who reads slowly holds no connection of the database, and one who leaves makes room for the next', async () => {
  const own = await setup();
  const id = await newContact(own);
  await addEvents(own, id, 20_000, 2_000); // more than the sockets take
  const address = new URL(`${own.app.url}/contacts/${id}/export`);
  const request = get(address, { headers: { authorization: `Bearer ${own.project.secretKey}` } });
  const [response]: IncomingMessage[] = await once(request, 'response');
  const statusOfNext = async () => (await own.app.as(own.project.secretKey).get(`/contacts/${id}/export`)).status;
  const isIdle = async () => {
    const [found] = await own.rows(`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`);
    return found.count === 0;
  };

  expect(await until(isIdle)).toBe(true);
  expect(await statusOfNext()).toBe(429);
  response?.destroy();

  expect(await until(async () => (await statusOfNext()) === 200)).toBe(true);
});

test('of a contact that is deleted meanwhile it is cut off, so that half of it is not taken for the whole', async () => {
  const own = await setup();
  const id = await newContact(own);
  await addEvents(own, id, 3_000);

  const stream = await exportContact(contextOf(own), id);
  const parts = stream[Symbol.asyncIterator]();
  await parts.next();
  await own.app.as(own.project.secretKey).delete(`/contacts/${id}`);

  await expect(
    (async () => {
      while (!(await parts.next()).done);
    })(),
  ).rejects.toMatchObject({ code: 'CONTACT_NOT_FOUND' });
});

test('10,000 events take less than two seconds of processor time, in pages of a fixed size (D-1061)', async () => {
  const own = await setup();
  const id = await newContact(own);
  await addEvents(own, id, 10_000);
  const before = process.threadCpuUsage();

  const whole = (await json(await exportContact(contextOf(own), id))) as { events: { data: { n: number } }[] };

  const { user, system } = process.threadCpuUsage(before);
  expect(whole.events.map(({ data }) => data.n)).toEqual(Array.from({ length: 10_000 }, (_, index) => 10_000 - index));
  expect((user + system) / 1_000).toBeLessThan(2_000);
});
