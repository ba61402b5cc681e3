import { expect, test } from 'vitest';
import type { ContactId } from '#features/contacts';
import { valuesOf } from './values-of.ts';

const urls = {
  unsubscribeUrl: 'https://x/u',
  subscribeUrl: 'https://x/s',
  manageUrl: 'https://x/m',
  viewUrl: 'https://x/v',
};

test('the context hides contact data, the names of the service hide both, and only three links are there (D-924)', () => {
  const contact = { id: '1' as ContactId, email: 'ada@example.com', data: { plan: 'pro', city: 'Bonn', email: 'no' } };

  const values = valuesOf({ contact, context: { plan: 'free', manageUrl: 'no' }, urls, language: 'de' });

  expect({ ...values }).toMatchObject({
    id: '1',
    email: 'ada@example.com',
    plan: 'free',
    city: 'Bonn',
    manageUrl: 'https://x/m',
    event: { plan: 'free', manageUrl: 'no' },
    locale: 'de',
  });
  expect(values.viewUrl).toBeUndefined();
});
