import { expect, test } from 'vitest';
import { paymentProblems } from './payment-settings.ts';

const none = { STRIPE_SECRET_KEY: null, STRIPE_WEBHOOK_SECRET: null, STRIPE_PRICES: [] };

test('a key of the payment provider needs its other settings, and without a key none is needed', () => {
  expect(paymentProblems(none)).toEqual([]);
  expect(paymentProblems({ ...none, STRIPE_SECRET_KEY: 'sk_test_1' })).toEqual([
    'STRIPE_WEBHOOK_SECRET is required with STRIPE_SECRET_KEY.',
    'STRIPE_PRICES is required with STRIPE_SECRET_KEY.',
  ]);
  const all = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1', STRIPE_PRICES: ['price_1'] };
  expect(paymentProblems(all)).toEqual([]);
});
