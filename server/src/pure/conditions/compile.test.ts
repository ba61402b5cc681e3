import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { limits } from '#pure/limits';
import {
  compileIn,
  conditionFrom,
  conditionsSeed,
  contactWith,
  openScratchContacts,
  otherProject,
  randomOf,
  randomWorld,
  type ScratchContacts,
  treesOf,
} from '#testing';
import { compile } from './sql/compile.ts';
import { filterCounts } from './sql/filter-counts.ts';
import { numbered } from './sql/piece.ts';

const options = {
  now: new Date('2026-03-01T12:00:00.000Z'),
  deletedKeys: new Set(['k']),
  segment: () => ({ kind: 'list' }) as const,
};
const textOf = (raw: unknown): string => numbered(compile(conditionFrom(raw), options)).text;

describe('the SQL of a condition', () => {
  test('is the same text for other keys and values: they are parameters (D-320)', () => {
    const evil = `x' or 1=1; drop table contacts; -- "$1 :a ?`;
    for (const [operator, value, other] of [
      ['equals', 'pro', evil],
      ['notEquals', 'pro', evil],
      ['contains', 'pro', "'; --"],
      ['greaterThan', 5, -1e300],
      ['lessThan', '2026-03-01', '2026-03-01T10:00:00Z'],
      ['exists', undefined, undefined],
    ] as const) {
      const text = textOf({ field: 'data.plan', operator, value });
      expect(textOf({ field: `data.${evil}`, operator, value: other })).toBe(text);
      expect(text).not.toMatch(/plan|pro|2026|\b5\b/);
    }
    expect(textOf({ field: evil, operator: 'triggered' })).toBe(textOf({ field: 'purchase', operator: 'triggered' }));
  });

  test(`stays within 64 KB for ${limits.conditionFilters} filters of the longest kinds`, () => {
    const longest = [
      { field: 'data.a.b', operator: 'notEquals', value: '2026-03-01' },
      { field: 'data.a.b', operator: 'notContains', value: '2026-03-01' },
      { field: 'data.a.b', operator: 'notContains', value: 'kiİ 42' },
      { field: 'data.k.b', operator: 'notEquals', value: 5 },
      { field: `data.${'.'.repeat(295)}`, operator: 'notContains', value: '42.0' },
      { field: 'a'.repeat(300), operator: 'triggeredOlderThan', value: 1, unit: 'days' },
      { field: 'segment.0192f0c2-7d11-7a52-8c0e-3b1f5a9d2e77', operator: 'notMemberOfSegment' },
    ];
    for (const filter of longest) {
      const filters = Array.from({ length: limits.conditionFilters }, () => filter);
      expect(textOf({ logic: 'OR', groups: [{ filters }] }).length).toBeLessThan(65_536);
    }
  });

  test('refuses unchecked references instead of growing without end', () => {
    const self = '0192f0c2-7d11-7a52-8c0e-3b1f5a9d2e77';
    const filters = Array.from({ length: 20 }, () => ({ field: `segment.${self}`, operator: 'memberOfSegment' }));
    const tree = conditionFrom({ logic: 'OR', groups: [{ filters }] });
    expect(() => compile(tree, { ...options, segment: () => ({ kind: 'tree', tree }) })).toThrow('not checked');
  });

  test('can be put into a statement of the query builder', () => {
    const db = new Kysely({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new DummyDriver(),
        createIntrospector: (of) => new PostgresIntrospector(of),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    });
    const { text, values } = compile(conditionFrom({ field: 'data.x', operator: 'equals', value: '42.0' }), options);
    const fragments = Object.assign([...text], { raw: text }); // what a tagged template receives
    const { sql: statement, parameters } = sql`select ${sql<boolean>(fragments, ...values)} from contacts c`.compile(
      db,
    );
    expect(statement).toBe('select (c.data -> $1) = any ($2::jsonb[]) from contacts c');
    expect(parameters).toEqual(['x', ['"42.0"', '42']]);
  });
});

describe('in the database', () => {
  let scratch: ScratchContacts;
  beforeAll(async () => {
    scratch = await openScratchContacts(inject('templateDatabase'));
  });
  afterAll(() => scratch.close());

  test('trees match the same contacts of a project whatever another project contains (D-320)', async () => {
    const random = randomOf(conditionsSeed());
    const world = randomWorld(random, 60);
    const pieces = treesOf(random, world, 200).map((tree) => compileIn(world, tree));
    await scratch.fill(world.contacts);
    const together = await scratch.matches(pieces);
    await scratch.fill(world.contacts.filter(({ projectId }) => projectId !== otherProject));
    expect(await scratch.matches(pieces)).toEqual(together);
  });

  test('several recorded names count as one event', async () => {
    const at = (day: number): Date => new Date(Date.UTC(2026, 1, day));
    const contacts = [
      new Map([['old', at(1)]]),
      new Map([
        ['new', at(27)],
        ['old', at(1)],
      ]),
      new Map<string, Date>(),
    ];
    await scratch.fill(contacts.map((events, index) => contactWith({ events }, index)));
    const compiled = (operator: string) =>
      compile(conditionFrom({ field: 'old', operator, value: 7, unit: 'days' }), {
        ...options,
        eventNames: () => ['old', 'new'],
      });
    const found = await scratch.matches(
      ['triggered', 'notTriggered', 'triggeredWithin', 'triggeredOlderThan', 'notTriggeredWithin'].map(compiled),
    );
    expect(found.map((ids) => Array.from(ids, (id) => Number(id.at(-1))).sort((a, b) => a - b))).toEqual([
      [0, 1],
      [2],
      [1],
      [0],
      [0, 2],
    ]);
  });

  test('each filter has the counts of its values (D-347)', async () => {
    const values = ['2026-03-01', '2026-03-01T10:00:00Z', 5, null, { a: 1 }];
    await scratch.fill(values.map((x, index) => contactWith({ data: { x } }, index)));
    const filters = [
      { field: 'data.x', operator: 'within', value: 1, unit: 'days' },
      { field: 'data.x', operator: 'equals', value: 1 },
      { field: 'createdAt', operator: 'within', value: 1, unit: 'days' },
      { field: 'purchase', operator: 'triggered' },
    ];
    const counts = filterCounts(conditionFrom({ logic: 'AND', groups: [{ filters }] }));
    const pieces = counts.flatMap(({ missing, dayOnly }) => (missing && dayOnly ? [missing, dayOnly] : []));
    expect((await scratch.matches(pieces)).map((ids) => ids.size)).toEqual([1, 1, 1, 0, 0, 0]);
    expect(counts[3]).toEqual({ path: 'groups.0.filters.3', missing: null, dayOnly: null });
  });
});
