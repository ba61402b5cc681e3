import { expect, test } from 'vitest';
import { deliveryYard } from '#testing/delivery-yard';
import { givenContact } from '#testing/given-mail';
import { oddTexts } from '#testing/odd-texts';

const cases = [
  ['250 2.0.0 ', 'SENT', 'ACCEPTED'],
  ['550 5.7.1 ', 'FAILED', 'REJECTED'],
  ['451 4.3.0 ', 'QUEUED', 'DEFERRED'],
] as const;

test.each(cases)(
  'whatever a relay says after %s, its answer is recorded, once and for good',
  async (code, status, outcome) => {
    const yard = await deliveryYard();
    const contactId = await givenContact(yard.client, yard.project.id, 'ada@example.com');
    yard.work();
    for (const text of oddTexts(512)) {
      yard.relay.script = { dot: code + text.replaceAll('\0', '\u0001') };
      const [id = ''] = await yard.mails(1, { contactId, recipient: 'ada@example.com' });
      await yard.until(id, ({ email, attempts }) => {
        expect(attempts).toMatchObject([{ outcome }]);
        expect(email.status).toBe(status);
      });
      expect((await yard.look(id)).attempts[0].reply.length).toBeLessThanOrEqual(512);
    }
    expect(yard.relay.received).toHaveLength(status === 'SENT' ? oddTexts(512).length : 0);
  },
);
