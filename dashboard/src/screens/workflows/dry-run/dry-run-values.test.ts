import { expect, test } from 'vitest';
import { type DryRunValues, simulationInput } from './dry-run-values.ts';

const values: DryRunValues = {
  person: 'invented',
  contact: { id: 'c1', email: 'ann@example.com' },
  email: ' new@example.com ',
  isSubscribed: false,
  data: '{"plan":"pro"}',
  context: '',
  events: [
    { name: ' paid ', amount: 1.5, unit: 'hours' },
    { name: '', amount: 1, unit: 'days' },
  ],
};

test('an invented person brings address, subscription and data', () => {
  expect(simulationInput(values)).toEqual({
    contact: { email: 'new@example.com', subscribed: false, data: { plan: 'pro' } },
    events: [{ name: 'paid', after: 5_400 }],
  });
});

test('a real person is named by its id alone', () => {
  expect(simulationInput({ ...values, person: 'real', context: '{"amount":42}', events: [] })).toEqual({
    contactId: 'c1',
    context: { amount: 42 },
  });
});
