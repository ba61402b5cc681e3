import { beforeEach, expect, test } from 'vitest';
import type { DeliveryYard } from '#testing/delivery-yard';
import { deliveryYard } from '#testing/delivery-yard';
import { givenContact } from '#testing/given-mail';

let yard: DeliveryYard;
let contactId: string;
let id: string;

beforeEach(async () => {
  yard = await deliveryYard();
  contactId = await givenContact(yard.client, yard.project.id, 'ada@example.com');
  [id = ''] = await yard.mails(1, { contactId });
});

const deleteContact = async () => {
  const reply = await yard.app.as(yard.project.secretKey).delete(`/contacts/${contactId}`);
  expect(reply.status).toBe(204);
};
const kept = async () => (await yard.client.query('select from email_contents where id = $1', [id])).rowCount;
const cancelled = { status: 'CANCELLED', reason: 'CONTACT_DELETED', recipient: null, contact_id: null };
const later = '451 4.7.1 Not now';

test('D-635 transactional mail that was refused for now is cancelled with its contact, and never tried again', async () => {
  yard.relay.script = { dot: later };
  const spools = yard.work();
  await yard.until(id, ({ delivery, attempts }) => {
    expect(delivery).toMatchObject({ phase: null, fence: null, attempt: 1 });
    expect(attempts).toHaveLength(1);
  });

  await deleteContact();
  yard.relay.script = {};
  await yard.due(id);
  await yard.idle();
  await spools.stop();

  expect(await yard.look(id)).toMatchObject({ email: cancelled, attempts: [{ outcome: 'DEFERRED' }] });
  expect(yard.relay.received).toEqual([]);
  expect(await kept()).toBe(0);
});

test('D-635 a mail whose contact is deleted while it leaves, and that is refused for now, ends at once', async () => {
  yard.relay.script = { dot: { afterMs: 1_000, reply: later } };
  const spools = yard.work();
  await yard.until(id, ({ delivery }) => expect(delivery).toMatchObject({ phase: 'COMMITTING' }));
  await deleteContact();
  expect(await kept()).toBe(1);

  yard.relay.script = {}; // the answer that is under way has its words already
  await yard.idle();
  await spools.stop();

  expect(await yard.look(id)).toMatchObject({ email: cancelled, attempts: [{ outcome: 'DEFERRED' }] });
  expect(yard.relay.received).toEqual([]);
  expect(await kept()).toBe(0);
});

test('D-635 a mail whose answer was lost is not sent once more to a deleted contact', async () => {
  yard.relay.script = { dot: 'keep-and-close' };
  const spools = yard.work();
  await yard.until(id, ({ delivery }) => expect(delivery).toMatchObject({ phase: 'UNKNOWN' }));
  await deleteContact();

  yard.relay.script = {};
  await yard.due(id);
  await yard.idle();
  await spools.stop();

  expect((await yard.look(id)).email).toMatchObject({ status: 'SENT', unconfirmed: true, recipient: null });
  expect(yard.relay.received).toHaveLength(1);
  expect(await kept()).toBe(0);
});
