import { expect, test, vi } from 'vitest';
import { instanceContext, projectContext } from '#platform/context';
import { runWaitingTasks } from '#platform/queue';
import type { DeliveryYard } from '#testing/delivery-yard';
import { deliveryYard } from '#testing/delivery-yard';
import { dkimVerdicts } from '#testing/dkim-verdict';
import { findUnreadableKeys, releaseSignedMail } from './schedules.ts';
import { makeSigningKeys } from './signing-keys.ts';

/** Takes the key of the yard's domain away, as a changed SECRET_KEY would; gives it back. */
async function hideKey({ client }: DeliveryYard): Promise<() => Promise<void>> {
  const { rows } = await client.query('select domain_id, private_key from domain_keys');
  const [{ domain_id: id, private_key: sealed }] = rows;
  const write = (value: string) =>
    client.query('update domain_keys set private_key = $2 where domain_id = $1', [id, value]);
  await write(sealed.replace(/^v2-[0-9a-f]{12}/, 'v2-000000000000'));
  return async () => void (await write(sealed));
}

/** As the schedule does each minute. */
async function lookForKeys({ app }: DeliveryYard): Promise<void> {
  const { cellar, contexts } = app.app;
  await findUnreadableKeys.run(instanceContext(cellar));
  await runWaitingTasks(cellar.queue, [releaseSignedMail], contexts, cellar.log);
}

const heldFor = { hold_reason: 'SIGNING_KEY_UNREADABLE', attempt: 0, claims: 0, fence: null, phase: null };

test('T34 mail whose signing key cannot be read waits, says so, and leaves signed by itself once it can be', async () => {
  const yard = await deliveryYard();
  const giveBack = await hideKey(yard);
  const [id = ''] = await yard.mails(1);
  yard.work();

  await yard.until(id, ({ delivery }) => expect(delivery).toMatchObject(heldFor));
  // However often it is looked at, it is neither sent nor given up.
  for (let look = 0; look < 6; look += 1) {
    await yard.client.query('update deliveries set due_at = now(), hold_reason = null where id = $1', [id]);
    await yard.until(id, ({ delivery }) => expect(delivery).toMatchObject(heldFor));
  }
  await lookForKeys(yard);
  expect(await yard.look(id)).toMatchObject({ email: { status: 'QUEUED' }, delivery: heldFor, attempts: [] });
  const shown = await yard.app.as(yard.project.secretKey).get(`/emails/${id}`);
  expect(shown.body).toMatchObject({ status: 'QUEUED', holdReason: 'SIGNING_KEY_UNREADABLE' });
  expect(yard.relay.received).toEqual([]);

  await giveBack();
  await lookForKeys(yard);
  await yard.idle();

  expect((await yard.look(id)).email).toMatchObject({ status: 'SENT', attempts: 1 });
  const [received] = yard.relay.received;
  const verdicts = await dkimVerdicts(received?.message ?? Buffer.alloc(0), () => yard.sender.record);
  expect(verdicts).toEqual(['acme.example pass']);
});

test('mail of another domain of the project does not wait for it', async () => {
  const yard = await deliveryYard();
  await hideKey(yard);
  const { givenSender } = await import('#testing/given-mail');
  await givenSender(yard.client, yard.project.id, 'well.example');
  const [held = '', well = ''] = await yard.mails(2, (place) => ({
    domain: place === 0 ? 'acme.example' : 'well.example',
  }));
  yard.work();

  await yard.until(well, ({ email }) => expect(email).toMatchObject({ status: 'SENT' }));
  await yard.until(held, ({ delivery }) => expect(delivery).toMatchObject(heldFor));
  await lookForKeys(yard);
  expect((await yard.look(held)).delivery).toMatchObject(heldFor);
});

test('a key that cannot be read is shouted about once a minute, and its text is in no log', async () => {
  const yard = await deliveryYard();
  await hideKey(yard);
  const error = vi.fn();
  const ctx = { ...projectContext(yard.app.app.cellar, yard.project.id), log: { ...yard.app.app.cellar.log, error } };
  const keys = makeSigningKeys();

  for (let n = 0; n < 5; n += 1) await expect(keys.keyFor(ctx, 'acme.example')).rejects.toThrow('cannot be read');

  expect(error).toHaveBeenCalledTimes(1);
  expect(error.mock.calls[0]?.[1]).toBe('signing key cannot be read, mail of the domain waits');
  // A domain that is gone is no reason to shout, and no reason to send unsigned either.
  await expect(keys.keyFor(ctx, 'gone.example')).rejects.toThrow();
  expect(error).toHaveBeenCalledTimes(1);
});
