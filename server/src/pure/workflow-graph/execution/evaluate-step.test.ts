import { describe, expect, test } from 'vitest';
import type { ContactFacts } from '#pure/conditions';
import { evaluateStep, readStepConfig } from '../index.ts';

const now = new Date('2026-03-01T10:00:00.000Z');
const facts: ContactFacts = {
  now,
  contact: {
    email: 'ann@example.com',
    subscribed: true,
    createdAt: now,
    updatedAt: now,
    data: { plan: 'pro', note: 'x'.repeat(5_000) },
  },
  lastEventAt: () => undefined,
  segment: () => ({ kind: 'missing' }),
  isDeletedKey: () => false,
  context: { amount: 42 },
};

function evaluated(config: unknown) {
  const reading = readStepConfig({ type: 'CONDITION', config }, { allowsHttp: false });
  if (!reading.ok || reading.config?.type !== 'CONDITION') throw new Error('the config is not complete');
  return evaluateStep(reading.config, facts);
}

describe('the branch and the output of a CONDITION (D-914)', () => {
  test('single', () => {
    expect(evaluated({ field: 'event.amount', operator: 'greaterThan', value: 50 })).toEqual({
      branch: 'no',
      output: {
        ...{ field: 'event.amount', operator: 'greaterThan', expectedValue: 50, actualValue: 42 },
        ...{ result: false, branch: 'no' },
      },
    });
  });

  test.each([
    [['free', 'pro', 'team'], 'pro'],
    [['free', 'team'], 'default'],
  ])('multi: the first match of %j is %s', (plans, branch) => {
    const branches = plans.map((plan) => ({ id: plan, operator: 'equals', value: plan }));
    const last = { id: 'any', operator: 'equals', value: branch };

    const result = evaluated({
      mode: 'multi',
      field: 'data.plan',
      branches: branch === 'pro' ? [...branches, last] : branches,
    });

    expect(result).toEqual({ branch, output: { field: 'data.plan', actualValue: 'pro', branch } });
  });

  test('tree', () => {
    const filters = [
      { field: 'data.plan', operator: 'equals', value: 'pro' },
      { field: 'data.none', operator: 'exists' },
    ];

    expect(evaluated({ condition: { logic: 'OR', groups: filters.map((filter) => ({ filters: [filter] })) } })).toEqual(
      {
        branch: 'yes',
        output: {
          ...{ result: true, branch: 'yes' },
          filters: [
            { path: 'groups.0.filters.0', actual: 'pro', result: true },
            { path: 'groups.1.filters.0', actual: null, result: false },
          ],
        },
      },
    );
  });

  test('a large value is shown by its beginning', () => {
    const { output } = evaluated({ field: 'data.note', operator: 'exists' });

    expect(output.actualValue).toBe(`"${'x'.repeat(199)}`);
  });
});
