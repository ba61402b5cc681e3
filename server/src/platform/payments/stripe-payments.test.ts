import { expect, test } from 'vitest';
import { stripePayments } from './stripe-payments.ts';

const options = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', prices: [], meterPrefix: '', localPort: null };

test('an SDK that could not be loaded is loaded by the next call', async () => {
  let isMissing = true;
  const payments = stripePayments(options, async () => {
    if (isMissing) throw new Error('no file');
    return import('stripe');
  });
  await expect(payments.prepare()).rejects.toThrow('no file');
  isMissing = false;

  await payments.prepare();

  expect(await payments.readNotification('{}', 't=1,v1=00', new Date())).toBeNull();
});
