import { expect, test, vi } from 'vitest';
import { instanceContext, projectContext } from '#platform/context';
import { runWaitingTasks } from '#platform/queue';
import { type DeliverySetup, deliverySetup } from '#testing/delivery-setup';
import { dkimVerdicts } from '#testing/dkim-verdict';
import { findUnreadableKeys, releaseSignedMail } from './schedules.ts';
import { makeSigningKeys } from './signing-keys.ts';

/** Makes the key of the setup's domain unreadable, as a changed SECRET_KEY would; returns a function that restores it. */
async function hideKey({ client }: DeliverySetup): Promise<() => Promise<void>> {
  const { rows } = await client.query('select domain_id, private_key from domain_keys');
  const [{ domain_id: id, private_key: sealed }] = rows;
  const write = (value: string) =>
    client.query('update domain_keys set private_key = $2 where domain_id = $1', [id, value]);
  await write(sealed.replace(/^v2-[0-9a-f]{12}/, 'v2-000000000000'));
  return async () => void (await write(sealed));
}

/** Runs what the schedule runs each minute. */
async function lookForKeys({ app }: DeliverySetup): Promise<void> {
  const { services, contexts } = app.app;
  await findUnreadableKeys.run(instanceContext(services));
  await runWaitingTasks(services.queue, [releaseSignedMail], contexts, services.log);
}

const heldFor = { hold_reason: 'SIGNING_KEY_UNREADABLE', attempt: 0, claims: 0, fence: null, phase: null };

test('mail whose signing key cannot be read is held with that reason, and leaves signed once it can be read (T34, D-630)', async () => {
  const setup = await deliverySetup();
  const giveBack = await hideKey(setup);
  const [id = ''] = await setup.mails(1);
  setup.work();

  await setup.until(id, ({ delivery }) => expect(delivery).toMatchObject(heldFor));
  // However often it is claimed, it is neither sent nor given up.
  for (let stateOf = 0; stateOf < 6; stateOf += 1) {
    await setup.client.query('update deliveries set due_at = now(), hold_reason = null where id = $1', [id]);
    await setup.until(id, ({ delivery }) => expect(delivery).toMatchObject(heldFor));
  }
  await lookForKeys(setup);
  expect(await setup.stateOf(id)).toMatchObject({ email: { status: 'QUEUED' }, delivery: heldFor, attempts: [] });
  const shown = await setup.app.as(setup.project.secretKey).get(`/emails/${id}`);
  expect(shown.body).toMatchObject({ status: 'QUEUED', holdReason: 'SIGNING_KEY_UNREADABLE' });
  expect(setup.relay.received).toEqual([]);

  await giveBack();
  await lookForKeys(setup);
  await setup.idle();

  expect((await setup.stateOf(id)).email).toMatchObject({ status: 'SENT', attempts: 1 });
  const [received] = setup.relay.received;
  const verdicts = await dkimVerdicts(received?.message ?? Buffer.alloc(0), () => setup.sender.record);
  expect(verdicts).toEqual(['acme.example pass']);
});

test('mail of another domain of the project is not held', async () => {
  const setup = await deliverySetup();
  await hideKey(setup);
  const { givenSender } = await import('#testing/given-mail');
  await givenSender(setup.client, setup.project.id, 'well.example');
  const [held = '', well = ''] = await setup.mails(2, (index) => ({
    domain: index === 0 ? 'acme.example' : 'well.example',
  }));
  setup.work();

  await setup.until(well, ({ email }) => expect(email).toMatchObject({ status: 'SENT' }));
  await setup.until(held, ({ delivery }) => expect(delivery).toMatchObject(heldFor));
  await lookForKeys(setup);
  expect((await setup.stateOf(held)).delivery).toMatchObject(heldFor);
});

test('a key that cannot be read is logged once a minute, without its text', async () => {
  const setup = await deliverySetup();
  await hideKey(setup);
  const error = vi.fn();
  const ctx = {
    ...projectContext(setup.app.app.services, setup.project.id),
    log: { ...setup.app.app.services.log, error },
  };
  const keys = makeSigningKeys();

  for (let n = 0; n < 5; n += 1) await expect(keys.keyFor(ctx, 'acme.example')).rejects.toThrow('cannot be read');

  expect(error).toHaveBeenCalledTimes(1);
  expect(error.mock.calls[0]?.[1]).toBe('signing key cannot be read, mail of the domain waits');
  // A domain that is gone is not logged, and mail is not sent unsigned either.
  await expect(keys.keyFor(ctx, 'gone.example')).rejects.toThrow();
  expect(error).toHaveBeenCalledTimes(1);
});
