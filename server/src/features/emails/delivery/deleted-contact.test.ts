import { beforeEach, expect, test } from 'vitest';
import { type DeliverySetup, deliverySetup } from '#testing/delivery-setup';
import { givenContact } from '#testing/given-mail';
import { heldReply } from '#testing/scripted-smtp';

let setup: DeliverySetup;
let contactId: string;
let id: string;

beforeEach(async () => {
  setup = await deliverySetup();
  contactId = await givenContact(setup.client, setup.project.id, 'ada@example.com');
  [id = ''] = await setup.mails(1, { contactId });
});

const deleteContact = async () => {
  const reply = await setup.app.as(setup.project.secretKey).delete(`/contacts/${contactId}`);
  expect(reply.status).toBe(204);
};
const kept = async () => (await setup.client.query('select from email_contents where id = $1', [id])).rowCount;
const cancelled = { status: 'CANCELLED', reason: 'CONTACT_DELETED', recipient: null, contact_id: null };
const later = '451 4.7.1 Not now';

test('transactional mail that was deferred is cancelled with its contact, and never tried again (D-635)', async () => {
  setup.relay.script = { dot: later };
  const spools = setup.work();
  await setup.until(id, ({ delivery, attempts }) => {
    expect(delivery).toMatchObject({ phase: null, fence: null, attempt: 1 });
    expect(attempts).toHaveLength(1);
  });

  await deleteContact();
  setup.relay.script = {};
  await setup.due(id);
  await setup.idle();
  await spools.stop();

  expect(await setup.stateOf(id)).toMatchObject({ email: cancelled, attempts: [{ outcome: 'DEFERRED' }] });
  expect(setup.relay.received).toEqual([]);
  expect(await kept()).toBe(0);
});

test('a mail whose contact is deleted during the hand-over, and that is deferred, is cancelled at once (D-635)', async () => {
  const answer = heldReply(later);
  setup.relay.script = { dot: answer.act };
  const spools = setup.work();
  await setup.until(id, ({ delivery }) => expect(delivery).toMatchObject({ phase: 'COMMITTING' }));
  await deleteContact();
  expect(await kept()).toBe(1);

  setup.relay.script = {}; // the reply that is under way is not changed by this
  answer.release();
  await setup.idle();
  await spools.stop();

  expect(await setup.stateOf(id)).toMatchObject({ email: cancelled, attempts: [{ outcome: 'DEFERRED' }] });
  expect(setup.relay.received).toEqual([]);
  expect(await kept()).toBe(0);
});

test('a mail whose answer was lost is not repeated to a deleted contact (D-635)', async () => {
  setup.relay.script = { dot: 'keep-and-close' };
  const spools = setup.work();
  await setup.until(id, ({ delivery }) => expect(delivery).toMatchObject({ phase: 'UNKNOWN' }));
  await deleteContact();

  setup.relay.script = {};
  await setup.due(id);
  await setup.idle();
  await spools.stop();

  expect((await setup.stateOf(id)).email).toMatchObject({ status: 'SENT', unconfirmed: true, recipient: null });
  expect(setup.relay.received).toHaveLength(1);
  expect(await kept()).toBe(0);
});
