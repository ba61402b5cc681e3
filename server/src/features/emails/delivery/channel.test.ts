import { expect, test } from 'vitest';
import { type ProjectContext, projectContext } from '#platform/context';
import type { Claim } from '#platform/spool';
import { noFacts } from '#platform/transports';
import { runSchedule } from '#testing';
import { type DeliverySetup, deliverySetup } from '#testing/delivery-setup';
import { type AttemptToLog, storeChannels } from './channel.ts';
import type { Mail } from './mail.ts';
import type { AttemptEntry } from './result.ts';

/** What rows of earlier versions store for each attempt. */
const formerColumns = [
  ...['boot_id', 'worker', 'lane', 'relay', 'remote_address', 'tls_version', 'tls_cipher', 'tls_verified', 'ehlo_name'],
  ...['mail_from', 'rcpt_hash', 'message_id'],
];

test('attempts over equal connections share one channel, and a row of theirs is small', async () => {
  const setup = await deliverySetup({ BOUNCE_HOST: 'mx.postrider.example' });
  await setup.mails(3);
  setup.work();
  await setup.idle();

  const attempts = await setup.rows('select *, pg_column_size(a.*) as bytes from delivery_attempts a');
  const channels = await setup.rows('select * from delivery_channels');

  expect(attempts).toHaveLength(3);
  for (const attempt of attempts) {
    expect(attempt.channel_id).toBe(channels[0]?.id);
    expect(formerColumns.filter((column) => attempt[column] !== null)).toEqual([]);
    expect(attempt.bytes).toBeLessThan(200);
  }
  expect(channels).toEqual([
    {
      id: expect.any(String),
      boot_id: expect.any(String),
      worker: expect.stringContaining(`/${process.pid}`),
      lane: 'transactional',
      relay: `127.0.0.1:${setup.relay.port}`,
      remote_address: '127.0.0.1',
      tls_version: null,
      tls_cipher: null,
      tls_verified: null,
      ehlo_name: expect.any(String),
      mail_from: '{return-path}@bounce.{domain}',
      mail_from_key: expect.stringMatching(/^[0-9a-f]{12}$/),
      seen_at: expect.any(Date),
    },
  ]);
});

test('a channel is written once, again after a failure, and by another process that uses it', async () => {
  const { setup, ctx, attempt } = await prepare();
  let transactions = 0;
  let fails = true;
  const counting: ProjectContext = {
    ...ctx,
    transaction: (work) => {
      transactions += 1;
      return fails ? Promise.reject(new Error('lost')) : ctx.transaction(work);
    },
  };

  await expect(storeChannels(counting, [attempt])).rejects.toThrow('lost');
  fails = false;
  await Promise.all([storeChannels(counting, [attempt]), storeChannels(counting, [attempt, attempt])]);
  await storeChannels(counting, [attempt]);
  expect(transactions).toBe(2);

  await setup.rows(`update delivery_channels set seen_at = now() - interval '1 day'`);
  await storeChannels({ ...ctx, stopping: new AbortController().signal }, [attempt]);
  const rows = await setup.rows(`select seen_at > now() - interval '1 minute' as is_new from delivery_channels`);
  expect(rows).toEqual([{ is_new: true }]);
});

test('a project that is being erased does not fail the results of another one', async () => {
  const { setup, ctx, attempt } = await prepare();
  const other = projectContext(setup.app.app.services, (await setup.app.given.project()).id);
  await setup.rows('update projects set wipe_began_at = now(), reset_job_id = gen_random_uuid() where id = $1', [
    ctx.projectId,
  ]);

  const [own, others] = await Promise.allSettled([storeChannels(ctx, [attempt]), storeChannels(other, [attempt])]);

  expect([own, others]).toMatchObject([{ status: 'rejected', reason: { code: 'P0409' } }, { status: 'fulfilled' }]);
  expect(await setup.rows('select from delivery_channels')).toHaveLength(1);
});

test('any difference makes another channel', async () => {
  const { setup, ctx, attempt } = await prepare();
  const other = (change: Partial<AttemptEntry>): AttemptToLog => ({ ...attempt, entry: { ...entry, ...change } });
  const facts = noFacts('relay.example:25');
  const attempts = [
    attempt,
    other({ worker: 'another' }),
    other({ bootId: '5a0c1a3e-0000-4000-8000-000000000001' }),
    other({ envelope: { senderForm: '{from}', keyId: null } }),
    ...(['remoteAddress', 'tlsVersion', 'tlsCipher', 'ehloName'] as const).map((fact) =>
      other({ facts: { ...facts, [fact]: 'x' } }),
    ),
    ...[true, false].map((tlsVerified) => other({ facts: { ...facts, tlsVerified } })),
    { ...attempt, claim: { lane: 'campaign' } as Claim }, // all that is read of it
  ];

  await storeChannels(ctx, [...attempts, { ...attempt, entry: null }]);

  expect(await setup.rows('select from delivery_channels')).toHaveLength(attempts.length);
});

test('the relay of an attempt is shown, also of one that an earlier version has logged', async () => {
  const setup = await deliverySetup();
  const [id = ''] = await setup.mails(1);
  setup.work();
  await setup.idle();
  await setup.rows(
    `insert into delivery_attempts (project_id, email_id, attempt, finished_at, outcome, relay)
     values ($1, $2, 2, now(), 'DEFERRED', 'old.example:25')`,
    [setup.project.id, id],
  );

  const { body } = await setup.app.as(setup.project.secretKey).get(`/emails/${id}`);

  expect(body.attemptLog).toMatchObject([
    { attempt: 1, relay: `127.0.0.1:${setup.relay.port}` },
    { attempt: 2, relay: 'old.example:25' },
  ]);
});

test('a channel outlives every attempt that names it', async () => {
  const setup = await deliverySetup();
  // A month of attempts goes when all of it is 90 days old; a mail is tried for three days.
  await setup.rows(
    `insert into delivery_channels (id, relay, seen_at)
     select gen_random_uuid(), days::text, now() - make_interval(days => days) from unnest(array[125, 151]) days`,
  );

  await runSchedule(setup.app, 'retention');

  expect(await setup.rows('select relay from delivery_channels')).toEqual([{ relay: '125' }]);
});

const entry: AttemptEntry = {
  attempt: 1,
  outcome: 'ACCEPTED',
  facts: noFacts('relay.example:25'),
  reasonClass: null,
  reply: null,
  claimedAt: null,
  committingAt: null,
  bootId: '5a0c1a3e-0000-4000-8000-000000000000',
  worker: 'one',
  envelope: null,
  bytes: null,
};

async function prepare(): Promise<{ setup: DeliverySetup; ctx: ProjectContext; attempt: AttemptToLog }> {
  const setup = await deliverySetup();
  const ctx = projectContext(setup.app.app.services, setup.project.id);
  const attempt = { claim: { lane: 'transactional' } as Claim, mail: {} as Mail, entry }; // all that is read of them
  return { setup, ctx, attempt };
}
