import { expect, test } from 'vitest';
import { canonicalEventName } from '#pure/event-names';
import { conditionFrom } from '#testing';
import { eventNamesOf, fieldsOf, segmentIdsOf, timeWindowsOf } from './mentions.ts';
import { readCondition } from './read-condition.ts';

const segment = '0192f0c2-7d11-7a52-8c0e-3b1f5a9d2e77';
const tree = conditionFrom({
  logic: 'OR',
  groups: [
    {
      filters: [
        { field: 'plan', operator: 'exists' },
        { field: 'contact.data.plan', operator: 'notExists' },
      ],
    },
    {
      filters: [
        { field: 'profile.tier', operator: 'equals', value: 1 },
        { field: 'email', operator: 'exists' },
      ],
    },
    {
      filters: [],
      conditions: {
        logic: 'AND',
        groups: [
          {
            filters: [
              { field: 'email.opened', operator: 'triggered' },
              { field: 'event.email.open', operator: 'notTriggered' },
            ],
          },
          { filters: [{ field: 'buy', operator: 'triggeredWithin', value: 1, unit: 'hours' }] },
          { filters: [{ field: 'createdAt', operator: 'within', value: 2, unit: 'days' }] },
          { filters: [{ field: `segment.${segment.toUpperCase()}`, operator: 'memberOfSegment' }] },
        ],
      },
    },
  ],
});

test('the fields, events, segments and windows that a tree depends on are listed once each', () => {
  expect(fieldsOf(tree)).toEqual(['data.plan', 'data.profile.tier', 'data.profile', 'email', 'createdAt']);
  expect(eventNamesOf(tree)).toEqual(['email.open', 'buy']);
  expect(segmentIdsOf(tree)).toEqual([segment]);
  expect(timeWindowsOf(tree)).toEqual([3_600_000, 172_800_000]);
});

test('the context of an execution is not a field of the contact', () => {
  const raw = { logic: 'AND', groups: [{ filters: [{ field: 'event.amount', operator: 'exists' }] }] };
  const reading = readCondition(raw, { allowsContext: true });
  expect(reading.ok && fieldsOf(reading.tree)).toEqual([]);
});

test.each([
  ['email.opened', 'email.open'],
  ['email.complained', 'email.complaint'],
  ['email.sent', 'email.sent'],
  ['email.anything', 'email.anything'],
  ['purchase', 'purchase'],
  ['Email.opened', 'Email.opened'],
])('the canonical name of %s is %s', (name, canonical) => {
  expect(canonicalEventName(name)).toBe(canonical);
});
