import { beforeEach, expect, test } from 'vitest';
import { projectContext } from '#platform/context';
import { type DeliverySetup, deliverySetup } from '#testing/delivery-setup';
import { givenContact } from '#testing/given-mail';
import { heldReply } from '#testing/scripted-smtp';
import type { EmailId } from '../email.ts';
import { applyNotices } from '../feedback/apply-notices.ts';
import { noteDelay } from '../feedback/note-delay.ts';
import { recordHits } from '../tracking/record-hits.ts';
import { eraseMails } from './erase-mails.ts';

const address = 'ada@example.com';
let setup: DeliverySetup;
let contactId: string;

beforeEach(async () => {
  setup = await deliverySetup();
  contactId = await givenContact(setup.client, setup.project.id, address);
});

const deleteContact = async () => {
  const reply = await setup.app.as(setup.project.secretKey).delete(`/contacts/${contactId}`);
  expect(reply.status).toBe(204);
};

test('what is said of a mail after its contact was deleted is recorded without its text (D-1063)', async () => {
  const [id = ''] = await setup.mails(1, { contactId, recipient: address });
  const answer = heldReply(`550 5.7.1 <${address}> refused`);
  setup.relay.script = { dot: answer.act };
  const spools = setup.work();
  await setup.until(id, ({ delivery }) => expect(delivery).toMatchObject({ phase: 'COMMITTING' }));

  await deleteContact();
  answer.release();
  await setup.idle();
  await spools.stop();
  const rejected = await setup.stateOf(id);
  const emailId = id as EmailId; // of a mail just made
  await projectContext(setup.app.app.services, setup.project.id).transaction(async (tx) => {
    await noteDelay(tx, { emailId, at: tx.now, diagnostic: `<${address}> is busy` });
    const bounce = { kind: 'bounce', bounceType: 'Permanent', isAboutAddress: true } as const;
    await applyNotices(tx, [{ ...bounce, emailId, at: tx.now, diagnostic: `<${address}> unknown` }]);
  });

  expect(rejected).toMatchObject({
    email: { status: 'FAILED', error: null },
    attempts: [{ smtp_code: 550, reply: null }],
  });
  expect(await setup.email(id)).toMatchObject({ status: 'BOUNCED', error: null });
  expect(await setup.rows('select diagnostic from email_delays')).toEqual([{ diagnostic: null }]);
});

test('of an open and a click after the contact was deleted, nothing of the client is kept (D-1063)', async () => {
  const [id = ''] = await setup.mails(1, { contactId, recipient: address });
  await setup.rows('delete from deliveries');
  await setup.rows(`update emails set status = 'SENT', sent_at = now() - interval '1 hour'`);
  const openAndClick = () => {
    const client = { isHead: false, purpose: null, userAgent: 'Mozilla/5.0 Firefox/140.0', address: '192.0.2.7' };
    const hit = { ...client, emailId: id as EmailId, linkId: null }; // of a mail just made
    return projectContext(setup.app.app.services, setup.project.id).transaction(async (tx) => {
      await recordHits(tx, [
        { ...hit, kind: 'open', at: tx.now },
        { ...hit, kind: 'click', at: tx.now },
      ]);
    });
  };
  const kept = () => setup.rows('select kind, user_agent, network from tracking_hits order by kind');
  await openAndClick();
  const before = await kept();
  await deleteContact();
  await openAndClick();

  expect(before).toEqual([
    { kind: 'click', user_agent: expect.any(String), network: expect.any(String) },
    { kind: 'open', user_agent: expect.any(String), network: expect.any(String) },
  ]);
  const nothing = { user_agent: null, network: null };
  expect(await kept()).toEqual(['click', 'click', 'open', 'open'].map((kind) => ({ kind, ...nothing })));
});

test('mail past the gate is erased once, however much of it still has a delivery that names the contact', async () => {
  await setup.mails(5_000, { contactId, recipient: address });
  await setup.rows(`update deliveries set phase = 'UNKNOWN', committing_at = now()`);
  const eraseAgain = () =>
    projectContext(setup.app.app.services, setup.project.id).transaction((tx) =>
      eraseMails(tx, [{ contactId, recipient: address, deletedAt: tx.now }]),
    );

  await deleteContact();

  expect(await setup.rows('select from deliveries where contact_id = $1', [contactId])).toHaveLength(5_000);
  expect(await setup.rows('select from emails where recipient is not null')).toEqual([]);
  expect(await eraseAgain()).toBe(false);
});

test('of a contact with more than 5,000 mails the rest is erased by a task; mail to the address from then on is not', async () => {
  await setup.mails(5_200, { contactId, recipient: address });
  await setup.rows('delete from deliveries');
  await setup.rows(`update emails set status = 'SENT'`);
  const named = async () => (await setup.rows('select id from emails where recipient = $1', [address])).length;

  await deleteContact();
  const left = await named();
  const [later] = await setup.mails(1, { contactId: null, recipient: address });
  await setup.app.settle();

  expect(left).toBe(200);
  expect(await setup.rows('select id from emails where recipient = $1', [address])).toEqual([{ id: later }]);
  expect(await setup.rows('select from mail_erasures')).toEqual([]);
});

test('the reply that is kept with an idempotency key has no address; it is shown with it until the contact is deleted', async () => {
  const send = () =>
    setup.app
      .as(setup.project.secretKey)
      .with({ 'idempotency-key': 'once' })
      .post('/v1/send', { to: address, subject: 'Hello', body: '<p>Hello</p>', from: 'hello@acme.example' });
  const first = await send();
  const shown = await send();
  await deleteContact();
  const afterwards = await send();

  expect(first.status).toBe(200);
  expect(shown.body.error.details.originalResponse).toEqual(first.body);
  const [{ contact }] = afterwards.body.error.details.originalResponse.data.emails;
  expect(contact).toEqual({ id: contactId, email: null });
  expect(await setup.rows('select from idempotency_keys where result::text like $1', [`%${address}%`])).toEqual([]);
});
