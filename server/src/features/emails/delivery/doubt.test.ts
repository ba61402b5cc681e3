import { expect, test } from 'vitest';
import { deliverySetup } from '#testing/delivery-setup';
import { resolveDoubt } from './doubt.ts';
import type { Mail } from './mail.ts';

const mail = (change: object = {}): Mail =>
  ({
    type: 'TRANSACTIONAL',
    status: 'QUEUED',
    delivery: { repeats: 0 },
    project: { resendsTransactionalOnDoubt: true, resendsMarketingOnDoubt: false },
    ...change,
  }) as Mail; // the decision looks at nothing else

const unconfirmed = { kind: 'sent', isUnconfirmed: true };
const confirmed = { kind: 'sent', isUnconfirmed: false };
test.each([
  ['no evidence, transactional: once more', mail(), null, { kind: 'repeat' }],
  ['no evidence, repeated before: taken as sent', mail({ delivery: { repeats: 1 } }), null, unconfirmed],
  ['no evidence, marketing: taken as sent', mail({ type: 'MARKETING' }), null, unconfirmed],
  ['no evidence, headless: taken as sent', mail({ type: 'HEADLESS' }), null, unconfirmed],
  ['a project without repeats', mail({ project: { resendsTransactionalOnDoubt: false } }), null, unconfirmed],
  [
    'a project that repeats marketing mail',
    mail({ type: 'MARKETING', project: { resendsMarketingOnDoubt: true } }),
    null,
    { kind: 'repeat' },
  ],
  ['an UNKNOWN entry is no evidence', mail(), { outcome: 'UNKNOWN', reply: null }, { kind: 'repeat' }],
  ['a late acceptance', mail(), { outcome: 'ACCEPTED', reply: null }, confirmed],
  ['a late rejection', mail(), { outcome: 'REJECTED', reply: '550 no' }, { kind: 'closed', error: '550 no' }],
  ['a late deferral', mail(), { outcome: 'DEFERRED', reply: null }, { kind: 'retry' }],
  ['a notice that came before', mail({ status: 'DELIVERED' }), null, confirmed],
] as const)('3.6 doubt: %s', (_name, given, evidence, resolution) => {
  expect(resolveDoubt(given, evidence)).toMatchObject(resolution);
});

const wait = { DOUBT_WAIT_SECONDS: '300' };

test('after a lost answer a transactional mail waits, then it is sent once more, marked, with the same id (F14, D-630)', async () => {
  const setup = await deliverySetup(wait);
  setup.relay.script = { dot: 'keep-and-close' };
  const [id = ''] = await setup.mails(1);
  setup.work();

  await setup.until(id, ({ delivery }) => expect(delivery).toMatchObject({ phase: 'UNKNOWN', attempt: 1, repeats: 0 }));
  expect(await setup.stateOf(id)).toMatchObject({
    email: { status: 'QUEUED' },
    delivery: { unknown_at: expect.any(Date), fence: null },
    attempts: [{ outcome: 'UNKNOWN', ambiguous: true, reason_class: 'answer-lost' }],
  });
  expect(Number((await setup.stateOf(id)).delivery.wait)).toBeGreaterThan(250);

  setup.relay.script = {};
  await setup.due(id);
  await setup.idle();

  const { email, attempts } = await setup.stateOf(id);
  expect(email).toMatchObject({ status: 'SENT', duplicate_possible: true, unconfirmed: false, attempts: 2 });
  expect(attempts.map(({ outcome }) => outcome)).toEqual(['UNKNOWN', 'ACCEPTED']);
  const [first, second] = setup.relay.received.map(({ message }) => /^Message-ID: .*$/im.exec(message.toString())?.[0]);
  expect(setup.relay.received).toHaveLength(2);
  expect(second).toBe(first);
});

test('a mail is repeated from doubt once at most (I2)', async () => {
  const setup = await deliverySetup(wait);
  setup.relay.script = { dot: 'keep-and-close' };
  const [id = ''] = await setup.mails(1);
  setup.work();
  for (const attempt of [1, 2]) {
    await setup.until(id, ({ delivery }) => expect(delivery).toMatchObject({ phase: 'UNKNOWN', attempt }));
    await setup.due(id);
  }
  await setup.idle();

  expect((await setup.stateOf(id)).email).toMatchObject({
    status: 'SENT',
    unconfirmed: true,
    duplicate_possible: true,
  });
  expect(setup.relay.received).toHaveLength(2);
});

test('marketing mail is not sent again: taken as sent, marked as unconfirmed (F14, D-630)', async () => {
  const setup = await deliverySetup(wait);
  setup.relay.script = { dot: 'keep-and-close' };
  const [id = ''] = await setup.mails(1, { type: 'HEADLESS', contactId: await subscriber(setup) });
  setup.work();
  await setup.until(id, ({ delivery }) => expect(delivery).toMatchObject({ phase: 'UNKNOWN' }));

  await setup.due(id);
  await setup.idle();

  expect((await setup.stateOf(id)).email).toMatchObject({
    status: 'SENT',
    unconfirmed: true,
    duplicate_possible: false,
  });
  expect(setup.relay.received).toHaveLength(1);
});

test('a repeat that must not leave is taken as sent: the first copy may have arrived', async () => {
  const setup = await deliverySetup(wait);
  setup.relay.script = { dot: 'keep-and-close' };
  const [id = ''] = await setup.mails(1);
  setup.work();
  await setup.until(id, ({ delivery }) => expect(delivery).toMatchObject({ phase: 'UNKNOWN' }));
  await setup.client.query(
    `insert into suppressions (project_id, id, email, reason, blocks, created_at)
     values ($1, gen_random_uuid(), 'ada@example.com', 'MANUAL', 'ALL', now())`,
    [setup.project.id],
  );
  await setup.due(id);
  await setup.idle();

  expect((await setup.stateOf(id)).email).toMatchObject({ status: 'SENT', unconfirmed: true });
  expect(setup.relay.received).toHaveLength(1);
});

test('a mail whose worker died after the gate is in doubt, and the log says which process it was (F4)', async () => {
  const setup = await deliverySetup(wait);
  const [id = ''] = await setup.mails(1);
  const boot = crypto.randomUUID();
  await setup.client.query(
    `update deliveries set phase = 'COMMITTING', attempt = 1, committing_at = now(), boot_id = $2 where id = $1`,
    [id, boot],
  );
  setup.work();

  await setup.until(id, ({ delivery }) => expect(delivery).toMatchObject({ phase: 'UNKNOWN', attempt: 1 }));
  expect((await setup.stateOf(id)).attempts).toMatchObject([
    { attempt: 1, outcome: 'UNKNOWN', reason_class: 'worker-gone', boot_id: boot, ambiguous: true },
  ]);
  expect(setup.relay.received).toEqual([]);

  // The answer to the dead worker is known from a notice: it counts, and nothing is sent.
  await setup.client.query(
    `update delivery_attempts set outcome = 'ACCEPTED', evidence = 'notice' where email_id = $1`,
    [id],
  );
  await setup.due(id);
  await setup.idle();
  expect((await setup.stateOf(id)).email).toMatchObject({
    status: 'SENT',
    unconfirmed: false,
    duplicate_possible: false,
  });
  expect(setup.relay.received).toEqual([]);
});

test('a doubt is settled without waiting if the relay on this machine is gone (promises 3.6)', async () => {
  const setup = await deliverySetup(wait);
  const [id = ''] = await setup.mails(1, { type: 'HEADLESS', contactId: await subscriber(setup) });
  await setup.client.query(
    `update deliveries set phase = 'COMMITTING', attempt = 1, committing_at = now() where id = $1`,
    [id],
  );
  await setup.relay.close();
  setup.work();
  await setup.idle();

  expect((await setup.stateOf(id)).email).toMatchObject({ status: 'SENT', unconfirmed: true });
});

test('an attempt without a result is in the log before its mail is sent once more, also if the doubt is settled at once', async () => {
  const setup = await deliverySetup(wait);
  const [id = ''] = await setup.mails(1, { isTest: true });
  const boot = crypto.randomUUID();
  await setup.client.query(
    `update deliveries set phase = 'COMMITTING', attempt = 1, committing_at = now(), boot_id = $2 where id = $1`,
    [id, boot],
  );
  setup.work();
  await setup.idle();

  const { email, attempts } = await setup.stateOf(id);
  expect(email).toMatchObject({ status: 'SENT', duplicate_possible: true, attempts: 2 });
  expect(attempts).toMatchObject([
    { attempt: 1, outcome: 'UNKNOWN', reason_class: 'worker-gone', boot_id: boot, ambiguous: true },
    { attempt: 2, outcome: 'ACCEPTED' },
  ]);
});

const subscriber = async (setup: Awaited<ReturnType<typeof deliverySetup>>): Promise<string> => {
  const { givenContact } = await import('#testing/given-mail');
  return givenContact(setup.client, setup.project.id, 'ada@example.com');
};
