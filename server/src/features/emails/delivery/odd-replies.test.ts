import { expect, test } from 'vitest';
import { deliverySetup } from '#testing/delivery-setup';
import { givenContact } from '#testing/given-mail';
import { oddTexts } from '#testing/odd-texts';

const cases = [
  ['250 2.0.0 ', 'SENT', 'ACCEPTED'],
  ['550 5.7.1 ', 'FAILED', 'REJECTED'],
  ['451 4.3.0 ', 'QUEUED', 'DEFERRED'],
] as const;

test.each(cases)('a reply of a relay with any text after %s is recorded once', async (code, status, outcome) => {
  const setup = await deliverySetup();
  const contactId = await givenContact(setup.client, setup.project.id, 'ada@example.com');
  setup.work();
  for (const text of oddTexts(512)) {
    setup.relay.script = { dot: code + text.replaceAll('\0', '\u0001') };
    const [id = ''] = await setup.mails(1, { contactId, recipient: 'ada@example.com' });
    await setup.until(id, ({ email, attempts }) => {
      expect(attempts).toMatchObject([{ outcome }]);
      expect(email.status).toBe(status);
    });
    expect((await setup.stateOf(id)).attempts[0].reply.length).toBeLessThanOrEqual(512);
  }
  expect(setup.relay.received).toHaveLength(status === 'SENT' ? oddTexts(512).length : 0);
});
