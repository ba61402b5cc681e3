import { expect, test } from 'vitest';
import { deliveryYard } from '#testing/delivery-yard';
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
  [
    'a project that does not want repeats',
    mail({ project: { resendsTransactionalOnDoubt: false } }),
    null,
    unconfirmed,
  ],
  [
    'a project that wants marketing repeated',
    mail({ type: 'MARKETING', project: { resendsMarketingOnDoubt: true } }),
    null,
    { kind: 'repeat' },
  ],
  ['an entry that knows nothing is no evidence', mail(), { outcome: 'UNKNOWN', reply: null }, { kind: 'repeat' }],
  ['a late yes', mail(), { outcome: 'ACCEPTED', reply: null }, confirmed],
  ['a late no', mail(), { outcome: 'REJECTED', reply: '550 no' }, { kind: 'closed', error: '550 no' }],
  ['a late not now', mail(), { outcome: 'DEFERRED', reply: null }, { kind: 'retry' }],
  ['a notice that was faster', mail({ status: 'DELIVERED' }), null, confirmed],
] as const)('3.6 doubt: %s', (_name, given, evidence, resolution) => {
  expect(resolveDoubt(given, evidence)).toMatchObject(resolution);
});

const wait = { DOUBT_WAIT_SECONDS: '300' };

test('F14 a lost answer is waited upon, then a transactional mail is sent once more, marked, with the same id', async () => {
  const yard = await deliveryYard(wait);
  yard.relay.script = { dot: 'keep-and-close' };
  const [id = ''] = await yard.mails(1);
  yard.work();

  await yard.until(id, ({ delivery }) => expect(delivery).toMatchObject({ phase: 'UNKNOWN', attempt: 1, repeats: 0 }));
  expect(await yard.look(id)).toMatchObject({
    email: { status: 'QUEUED' },
    delivery: { unknown_at: expect.any(Date), fence: null },
    attempts: [{ outcome: 'UNKNOWN', ambiguous: true, reason_class: 'answer-lost' }],
  });
  expect(Number((await yard.look(id)).delivery.wait)).toBeGreaterThan(250);

  yard.relay.script = {};
  await yard.due(id);
  await yard.idle();

  const { email, attempts } = await yard.look(id);
  expect(email).toMatchObject({ status: 'SENT', duplicate_possible: true, unconfirmed: false, attempts: 2 });
  expect(attempts.map(({ outcome }) => outcome)).toEqual(['UNKNOWN', 'ACCEPTED']);
  const [first, second] = yard.relay.received.map(({ message }) => /^Message-ID: .*$/im.exec(message.toString())?.[0]);
  expect(yard.relay.received).toHaveLength(2);
  expect(second).toBe(first);
});

test('I2 a mail is repeated from doubt once at most', async () => {
  const yard = await deliveryYard(wait);
  yard.relay.script = { dot: 'keep-and-close' };
  const [id = ''] = await yard.mails(1);
  yard.work();
  for (const attempt of [1, 2]) {
    await yard.until(id, ({ delivery }) => expect(delivery).toMatchObject({ phase: 'UNKNOWN', attempt }));
    await yard.due(id);
  }
  await yard.idle();

  expect((await yard.look(id)).email).toMatchObject({ status: 'SENT', unconfirmed: true, duplicate_possible: true });
  expect(yard.relay.received).toHaveLength(2);
});

test('F14 marketing mail is not sent again: taken as sent, marked as unconfirmed', async () => {
  const yard = await deliveryYard(wait);
  yard.relay.script = { dot: 'keep-and-close' };
  const [id = ''] = await yard.mails(1, { type: 'HEADLESS', contactId: await subscriber(yard) });
  yard.work();
  await yard.until(id, ({ delivery }) => expect(delivery).toMatchObject({ phase: 'UNKNOWN' }));

  await yard.due(id);
  await yard.idle();

  expect((await yard.look(id)).email).toMatchObject({ status: 'SENT', unconfirmed: true, duplicate_possible: false });
  expect(yard.relay.received).toHaveLength(1);
});

test('a repeat that must not leave any more is taken as sent: the first copy may have arrived', async () => {
  const yard = await deliveryYard(wait);
  yard.relay.script = { dot: 'keep-and-close' };
  const [id = ''] = await yard.mails(1);
  yard.work();
  await yard.until(id, ({ delivery }) => expect(delivery).toMatchObject({ phase: 'UNKNOWN' }));
  await yard.client.query(
    `insert into suppressions (project_id, id, email, reason, blocks, created_at)
     values ($1, gen_random_uuid(), 'ada@example.com', 'MANUAL', 'ALL', now())`,
    [yard.project.id],
  );
  await yard.due(id);
  await yard.idle();

  expect((await yard.look(id)).email).toMatchObject({ status: 'SENT', unconfirmed: true });
  expect(yard.relay.received).toHaveLength(1);
});

test('F4 a mail whose worker died after the gate is in doubt, and the log says which process it was', async () => {
  const yard = await deliveryYard(wait);
  const [id = ''] = await yard.mails(1);
  const boot = crypto.randomUUID();
  await yard.client.query(
    `update deliveries set phase = 'COMMITTING', attempt = 1, committing_at = now(), boot_id = $2 where id = $1`,
    [id, boot],
  );
  yard.work();

  await yard.until(id, ({ delivery }) => expect(delivery).toMatchObject({ phase: 'UNKNOWN', attempt: 1 }));
  expect((await yard.look(id)).attempts).toMatchObject([
    { attempt: 1, outcome: 'UNKNOWN', reason_class: 'worker-gone', boot_id: boot, ambiguous: true },
  ]);
  expect(yard.relay.received).toEqual([]);

  // The dead worker's answer was found elsewhere: the verdict counts, nothing is sent.
  await yard.client.query(
    `update delivery_attempts set outcome = 'ACCEPTED', evidence = 'notice' where email_id = $1`,
    [id],
  );
  await yard.due(id);
  await yard.idle();
  expect((await yard.look(id)).email).toMatchObject({ status: 'SENT', unconfirmed: false, duplicate_possible: false });
  expect(yard.relay.received).toEqual([]);
});

test('3.6 nobody waits for a relay on this machine that is gone with what it was told', async () => {
  const yard = await deliveryYard(wait);
  const [id = ''] = await yard.mails(1, { type: 'HEADLESS', contactId: await subscriber(yard) });
  await yard.client.query(
    `update deliveries set phase = 'COMMITTING', attempt = 1, committing_at = now() where id = $1`,
    [id],
  );
  await yard.relay.close();
  yard.work();
  await yard.idle();

  expect((await yard.look(id)).email).toMatchObject({ status: 'SENT', unconfirmed: true });
});

test('an attempt that nobody ended is in the log before its mail is sent once more, also where nobody waits', async () => {
  const yard = await deliveryYard(wait);
  const [id = ''] = await yard.mails(1, { isTest: true });
  const boot = crypto.randomUUID();
  await yard.client.query(
    `update deliveries set phase = 'COMMITTING', attempt = 1, committing_at = now(), boot_id = $2 where id = $1`,
    [id, boot],
  );
  yard.work();
  await yard.idle();

  const { email, attempts } = await yard.look(id);
  expect(email).toMatchObject({ status: 'SENT', duplicate_possible: true, attempts: 2 });
  expect(attempts).toMatchObject([
    { attempt: 1, outcome: 'UNKNOWN', reason_class: 'worker-gone', boot_id: boot, ambiguous: true },
    { attempt: 2, outcome: 'ACCEPTED' },
  ]);
});

const subscriber = async (yard: Awaited<ReturnType<typeof deliveryYard>>): Promise<string> => {
  const { givenContact } = await import('#testing/given-mail');
  return givenContact(yard.client, yard.project.id, 'ada@example.com');
};
