import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { JsonObject } from '#pure/custom-fields';
import { type ConditionCase, conditionFrom, evaluateBoth, openScratchContacts, type ScratchContacts } from '#testing';
import type { SegmentSource } from './sql/options.ts';

let scratch: ScratchContacts;
beforeAll(async () => {
  scratch = await openScratchContacts(inject('templateDatabase'));
});
afterAll(() => scratch.close());

async function expectResults(rows: readonly (ConditionCase & { is: boolean })[]): Promise<void> {
  const results = await evaluateBoth(scratch, rows);
  expect(rows.map(({ condition }, index) => [condition, results[index]])).toEqual(
    rows.map(({ condition, is }) => [condition, String(is)]),
  );
}

const on = (data: JsonObject, field: string, operator: string, is: boolean, value: unknown = 'v') => ({
  contact: { data },
  condition: { field, operator, value },
  is,
});

describe('what a filter reaches, in SQL and in memory', () => {
  test('an exact key comes before a walk, and arrays are not walked (D-307)', async () => {
    await expectResults([
      on({ 'a.b': 'v', a: { b: 'w' } }, 'data.a.b', 'equals', true),
      on({ a: { b: 'v' } }, 'data.a.b', 'equals', true),
      on({ 'a.b': null, a: { b: 'v' } }, 'data.a.b', 'exists', false),
      on({ a: { 'b.c': 'v' } }, 'data.a.b.c', 'equals', false),
      on({ a: { b: { c: 'v' } } }, 'data.a.b.c', 'equals', true),
      on({ a: ['v'] }, 'data.a.0', 'exists', false),
      on({ a: { b: ['v'] } }, 'data.a.b.0', 'exists', false),
      on({ a: { '0': 'v' } }, 'data.a.0', 'equals', true),
      on({ x: { tier: null } }, 'data.x.tier', 'exists', false),
      on({ x: { tier: null } }, 'data.x.tier', 'notEquals', false, 'gold'),
      on({ 'first name': 'v' }, 'data.first name', 'equals', true),
      on({}, 'data.__proto__', 'exists', false),
      on({}, 'data.constructor', 'exists', false),
      on({ a: {} }, 'data.a.constructor.name', 'exists', false),
      on({}, 'data.project_id', 'exists', false),
    ]);
  });

  test('every allowed spelling of a field name is understood (D-306)', async () => {
    await expectResults([
      on({ plan: 'v' }, 'plan', 'equals', true),
      on({ plan: 'v' }, 'contact.data.plan', 'equals', true),
      on({ plan: 'v' }, 'contact.plan', 'equals', true),
      on({ 'event.x': 'v' }, 'data.event.x', 'equals', true),
      on({ subscribed: 'v' }, 'data.subscribed', 'equals', true),
      on({ 'data.x': 'v' }, 'data.data.x', 'equals', true),
    ]);
  });

  test('a deleted key makes every filter on it false, and on every path through it (D-319)', async () => {
    const deleted = (data: JsonObject, field: string, operator: string, is: boolean) => ({
      ...on(data, field, operator, is),
      deletedKeys: ['a', 'k.l'],
    });
    await expectResults([
      deleted({}, 'data.a', 'notExists', false),
      deleted({}, 'data.a.b', 'notExists', false),
      deleted({ 'a.b': 'v' }, 'data.a.b', 'equals', true),
      deleted({ 'a.b': null }, 'data.a.b', 'notExists', true),
      deleted({ k: { l: 'v' } }, 'data.k.l', 'equals', false),
      deleted({}, 'data.other', 'notExists', true),
    ]);
  });

  test('standard fields compare as what they are (D-311, D-315)', async () => {
    const contact = {
      email: 'ada@example.com',
      subscribed: false,
      createdAt: new Date('2026-03-01T10:00:00.000Z'),
      updatedAt: new Date('2026-03-01T12:00:00.001Z'),
    };
    const rows: [field: string, operator: string, value: unknown, is: boolean][] = [
      ['email', 'equals', ' ADA@Example.com', true],
      ['email', 'equals', 'no address', false],
      ['email', 'notEquals', 'no address', true],
      ['email', 'contains', '@EXAMPLE', true],
      ['email', 'notContains', '@example', false],
      ['email', 'notExists', undefined, false],
      ['subscribed', 'exists', undefined, true],
      ['createdAt', 'notExists', undefined, false],
      ['updatedAt', 'exists', undefined, true],
      ['subscribed', 'equals', 'False', true],
      ['subscribed', 'notEquals', true, true],
      ['createdAt', 'equals', '2026-03-01', true],
      ['createdAt', 'notEquals', '2026-03-01T10:00:00Z', false],
      ['createdAt', 'greaterThan', '2026-03-01', false],
      ['createdAt', 'lessThan', '2026-03-01T10:00:00.001Z', true],
      ['createdAt', 'within', '2', true],
      ['createdAt', 'within', 2 - 1e-9, false],
      ['createdAt', 'olderThan', 1, true],
      ['updatedAt', 'within', 1, true],
    ];
    await expectResults(
      rows.map(([field, operator, value, is]) => ({
        contact,
        condition: { field, operator, value, unit: 'hours' },
        is,
      })),
    );
  });

  test('a minute, an hour and a day have 60, 3,600 and 86,400 seconds (D-302)', async () => {
    const secondsAgo = (seconds: number) => ({
      createdAt: new Date(Date.parse('2026-03-01T12:00:00.000Z') - seconds * 1_000),
    });
    const rows = [
      ['minutes', 60],
      ['hours', 3_600],
      ['days', 86_400],
    ] as const;
    await expectResults(
      rows.flatMap(([unit, seconds]) => {
        const condition = { field: 'createdAt', operator: 'within', value: 1, unit };
        return [
          { contact: secondsAgo(seconds), condition, is: true },
          { contact: secondsAgo(seconds + 0.001), condition, is: false },
        ];
      }),
    );
  });

  test('event operators look at the last event of the canonical name (D-305, D-308, D-317)', async () => {
    const contact = { events: new Map([['email.open', new Date('2026-02-28T12:00:00.000Z')]]) };
    const rows: [field: string, operator: string, value: number, is: boolean][] = [
      ['email.opened', 'triggered', 0, true],
      ['event.email.open', 'notTriggered', 0, false],
      ['email.open', 'triggeredWithin', 1, true],
      ['email.open', 'triggeredWithin', 0.999, false],
      ['email.open', 'triggeredOlderThan', 1, false],
      ['email.open', 'triggeredOlderThan', 0.999, true],
      ['email.open', 'notTriggeredWithin', 0.999, true],
      ['never', 'triggered', 0, false],
      ['never', 'notTriggered', 0, true],
      ['never', 'triggeredWithin', 1, false],
      ['never', 'triggeredOlderThan', 1, false],
      ['never', 'notTriggeredWithin', 1, true],
    ];
    await expectResults(
      rows.map(([field, operator, value, is]) => ({
        contact,
        condition: { field, operator, value, unit: 'days' },
        is,
      })),
    );
  });

  test('a dynamic segment is evaluated in place, a list is looked up, a deleted one has neither members nor non-members (D-318)', async () => {
    const [dynamic = '', list = '', gone = '', loop = ''] = ['1', '2', '3', '4'].map(
      (end) => `00000005-0000-7000-8000-00000000000${end}`,
    );
    const refer = (id: string, operator = 'memberOfSegment') => ({ field: `segment.${id}`, operator });
    const segments = new Map<string, SegmentSource>([
      [dynamic, { kind: 'tree', tree: conditionFrom({ field: 'data.plan', operator: 'equals', value: 'pro' }) }],
      [list, { kind: 'list' }],
      [loop, { kind: 'tree', tree: conditionFrom(refer(loop, 'notMemberOfSegment')) }],
    ]);
    const contact = { data: { plan: 'pro' }, lists: new Set([list]) };
    await expectResults([
      { contact, segments, condition: refer(dynamic), is: true },
      { contact: {}, segments, condition: refer(dynamic), is: false },
      { contact: {}, segments, condition: refer(dynamic, 'notMemberOfSegment'), is: true },
      { contact, segments, condition: refer(list.toUpperCase()), is: true },
      { contact, segments, condition: refer(list, 'notMemberOfSegment'), is: false },
      { contact, segments, condition: refer(gone), is: false },
      { contact, segments, condition: refer(gone, 'notMemberOfSegment'), is: false },
      // Five references deep the sixth counts as missing, so its opposite is false, and so on outwards.
      { contact, segments, condition: refer(loop), is: false },
    ]);
  });
});
