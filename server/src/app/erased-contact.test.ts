import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { deliveries } from '#features/emails';
import { type DeliverySetup, deliverySetup } from '../../testing/delivery-setup.ts';
import { fileForm } from '../../testing/file-form.ts';
import { columnsWith } from '../../testing/search-database.ts';
import { runSchedule } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';
import { givenTemplate, givenWorkflow } from '../../testing/workflow-setup.ts';
import { executionsSpool } from '../features/workflows/executions/spool.ts';
import { startSpools } from '../platform/spool/index.ts';

// Drives mail, imports and executions of one contact through everything that stores something of it.
vi.setConfig({ testTimeout: 240_000 });

let setup: DeliverySetup;
let address: string;
let contactId: string;

beforeEach(async () => {
  setup = await deliverySetup();
  address = `erased-${randomUUID()}@example.com`;
  await setup.rows(`update projects set mode = 'live' where id = $1`, [setup.project.id]);
});

const api = () => setup.app.as(setup.project.secretKey);

/** Calls of the API that store something of the contact; then the log of requests has them. */
async function callEverything(): Promise<void> {
  contactId = (await api().post('/contacts', { email: address, data: { note: address } })).body.id;
  await api().post('/events/track', { email: address, event: 'signup', data: { from: address } });
  const csv = `email,subscribed\n${address.toUpperCase()},perhaps\n${address},true\n`;
  expect((await api().post('/contacts/import', fileForm(csv))).status).toBe(202);
  const segment = await api().post('/segments', { name: 'Some', type: 'STATIC' });
  await api().post(`/segments/${segment.body.id}/members`, { emails: [address] });
  await setup.app.settle();
}

/** Mail in every state: its errors, replies, delays, reports, opens and captured messages name the address. */
async function mailInEveryState(): Promise<void> {
  const { project, relay, rows } = setup;
  const send = (more: object = {}, headers = {}) =>
    api()
      .with(headers)
      .post('/v1/send', {
        to: address,
        subject: address,
        body: `<p>${address}</p>`,
        from: 'hello@acme.example',
        ...more,
      });
  const work = () => startSpools(setup.app.app.services, [deliveries], { sweepSeconds: 1 });

  relay.script = { dot: `250 2.0.0 <${address}> queued` };
  const spools = work();
  const sent = await send({}, { 'idempotency-key': 'once' });
  expect(sent.status).toBe(200);
  const sentId = sent.body.data.emails[0].email;
  await setup.idle();
  relay.script = { dot: `451 4.2.1 <${address}> later` };
  await send();
  expect(await until(async () => (await rows(`select from deliveries where attempt = 1`)).length === 1)).toBe(true);
  relay.script = { dot: `550 5.7.1 <${address}> refused` };
  await send({ type: 'MARKETING' });
  expect(await until(async () => (await rows(`select from emails where error is not null`)).length === 1)).toBe(true);
  await spools.stop();
  await send(); // waits for its first attempt
  await setup.mails(1, { contactId: null, recipient: address, subject: address, html: address });
  const [notDue = ''] = await setup.mails(1, { contactId, recipient: address, subject: address, html: address });
  await rows(`delete from deliveries where id = $1`, [notDue]);
  await rows(`update emails set source_type = 'CAMPAIGN', campaign_id = $2 where id = $1`, [notDue, randomUUID()]);

  expect((await api().post('/suppressions', { email: address })).status).toBe(201);
  const of = [project.id, sentId, address];
  await rows(`insert into email_delays (project_id, email_id, at, diagnostic) values ($1, $2, now(), $3)`, of);
  await rows(
    `insert into inbound_reports (project_id, id, email_id, raw, received_at) values ($1, $2, $2, $3::text::bytea, now())`,
    of,
  );
  await rows(
    `insert into inbox_messages (project_id, id, recipient, subject, size, raw, received_at)
     values ($1, $2, $3, $3, 1, $3::text::bytea, now())`,
    of,
  );
  await rows(
    `insert into tracking_hits (project_id, email_id, id, kind, at, user_agent, network)
     values ($1, $2, gen_random_uuid(), 'open', now(), $3, $3)`,
    of,
  );
}

/** An execution that has ended and one that waits, with what they know of the contact. */
async function executions(): Promise<void> {
  const templateId = await givenTemplate(api(), { from: 'hello@acme.example' });
  const ended = await givenWorkflow(api(), {
    ...{
      eventName: 'never',
      steps: [
        { type: 'SEND_EMAIL', templateId },
        { type: 'EXIT', config: { reason: 'done' } },
      ],
    },
  });
  const waiting = await givenWorkflow(api(), {
    ...{ eventName: 'neither', steps: [{ type: 'WAIT_FOR_EVENT', config: { eventName: 'signup', timeout: 86_400 } }] },
  });
  const spools = startSpools(setup.app.app.services, [executionsSpool], { sweepSeconds: 1 });
  for (const { id } of [ended, waiting]) {
    const given = { contactId, key: `${address}`, context: { note: address } };
    expect((await api().post(`/workflows/${id}/executions`, given)).status).toBe(201);
  }
  const isDone = async () =>
    (await setup.rows('select from finished_executions')).length === 1 &&
    (await setup.rows('select from execution_waits')).length === 1;
  expect(await until(isDone)).toBe(true);
  await spools.stop();
}

/** Everywhere that the contact is named before it is deleted: what is not found here was not tested. */
const named = [
  ['consent_records.contact_id', 'contact_events.contact_id', 'contacts.data', 'contacts.email', 'contacts.id'],
  ['deliveries.contact_id', 'deliveries.recipient', 'delivery_attempts.reply', 'email_contents.html'],
  ['email_delays.diagnostic', 'emails.contact_id', 'emails.error', 'emails.recipient', 'emails.subject'],
  ['events.contact_id', 'events.data', 'execution_keys.key', 'execution_waits.contact_id', 'executions.contact_id'],
  ['executions.context', 'executions.key', 'finished_executions.contact_id', 'finished_executions.context'],
  ['idempotency_keys.result', 'inbound_reports.raw', 'inbox_messages.raw', 'inbox_messages.recipient'],
  ['job_errors.cells', 'job_errors.email', 'logged_calls.request_body', 'logged_calls.response_body'],
  [
    'segment_members.contact_id',
    'step_executions.contact_id',
    'tracking_hits.user_agent',
    'workflow_entries.contact_id',
  ],
].flat();

test('an erased contact leaves its address and its id nowhere but where contract/09, D-1063 names (I16, F49, D-217)', async () => {
  await callEverything();
  await executions();
  await mailInEveryState();
  const isLogged = async () => (await setup.rows(`select from logged_calls where path = '/v1/send'`)).length === 4;
  expect(await until(isLogged)).toBe(true);
  const before = [...(await columnsWith(setup.client, address)), ...(await columnsWith(setup.client, contactId))];
  expect(named.filter((column) => !before.includes(column))).toEqual([]);

  expect((await api().delete(`/contacts/${contactId}`)).status).toBe(204);
  const isDeletionLogged = async () =>
    (await setup.rows(`select from logged_calls where method = 'DELETE'`)).length === 1;
  expect(await until(isDeletionLogged)).toBe(true);
  await setup.rows(`update logged_call_erasures set deleted_at = now() - interval '1 hour'`);
  await runSchedule(setup.app, 'request-log.find-erasures');
  await runSchedule(setup.app, 'fold-contact-tallies');
  await setup.app.settle();

  expect(await columnsWith(setup.client, address)).toEqual(['logged_calls.request_body', 'suppressions.email']);
  // Lines of the request log that name the address alone go by their age.
  const lines = await setup.rows(
    `select distinct split_part(path, '/', 2) as first from logged_calls where request_body like $1 order by 1`,
    [`%${address}%`],
  );
  expect(lines.map(({ first }) => first)).toEqual(['segments', 'suppressions']);
  // Ids of what is gone say nothing: in the request log, and in the stored reply of an idempotency key until it expires.
  expect(await columnsWith(setup.client, contactId)).toEqual([
    'idempotency_keys.result',
    'logged_calls.named_ids',
    'logged_calls.path',
  ]);
});
