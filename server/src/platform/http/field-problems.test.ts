import { expect, test } from 'vitest';
import { z } from 'zod';
import { fieldProblems } from './field-problems.ts';
import { bodyId, optional, trimmedText } from './shapes.ts';

const shape = z.object({
  id: bodyId<'template'>('template'),
  name: trimmedText(1, 5),
  kind: z.enum(['A', 'B']),
  count: z.int().min(1),
  list: z.array(z.string()).min(1).max(2),
  from: z.union([z.string().min(2), z.object({ email: z.string() })]),
  note: optional(z.string()),
  people: optional(z.array(z.union([z.string(), z.object({ email: z.string() })]))),
  files: optional(z.array(z.object({ name: z.string() }))),
  pairs: optional(z.record(z.string(), z.string())),
  at: optional(z.iso.datetime({ offset: true })),
});
const good = { id: '0192f0c2-7d11-7a52-8c0e-3b1f5a9d2e77', name: 'n', kind: 'A', count: 1, list: ['x'], from: 'ab' };

const problemsOf = (change: Record<string, unknown>) => {
  const input = { ...good, ...change };
  const parsed = shape.safeParse(input);
  return parsed.success ? [] : fieldProblems(parsed.error.issues, input);
};

test.each([
  [{ name: undefined }, 'name', 'required', undefined],
  [{ name: null }, 'name', 'required', undefined],
  [{ name: 7 }, 'name', 'invalid_type', 'number'],
  [{ name: '   ' }, 'name', 'too_small', '   '],
  [{ name: 'ääääää' }, 'name', 'too_big', 'ääääää'],
  [{ kind: 'C' }, 'kind', 'invalid_enum_value', 'C'],
  [{ kind: undefined }, 'kind', 'required', undefined],
  [{ count: 0 }, 'count', 'too_small', 0],
  [{ count: '1' }, 'count', 'invalid_type', 'string'],
  [{ list: [] }, 'list', 'too_small', undefined],
  [{ list: ['a', 3] }, 'list.1', 'invalid_type', 'number'],
  [{ id: 'x' }, 'id', 'invalid_string', 'x'],
  [{ from: 7 }, 'from', 'invalid_union', 7],
  [{ from: 'a' }, 'from', 'too_small', 'a'],
  [{ from: { email: 1 } }, 'from.email', 'invalid_type', 'number'],
  [{ from: undefined }, 'from', 'required', undefined],
  [{ list: [null] }, 'list.0', 'required', undefined],
  [{ people: [null] }, 'people.0', 'invalid_union', undefined],
  [{ files: [null] }, 'files.0', 'invalid_type', 'null'],
  [{ files: [{ name: null }] }, 'files.0.name', 'required', undefined],
  [{ pairs: 'x' }, 'pairs', 'invalid_type', 'string'],
  [{ at: 'soon' }, 'at', 'invalid_date', 'soon'],
  [{ at: '2030-01-01T09:00:00' }, 'at', 'invalid_date', '2030-01-01T09:00:00'],
  [{ at: 7 }, 'at', 'invalid_type', 'number'],
])('%j is reported with the codes of the specification (D-113, D-119)', (change, field, code, received) => {
  const [problem] = problemsOf(change);

  expect(problem).toMatchObject({ field, code });
  expect(problem?.received).toEqual(received);
  expect(problem?.message).not.toMatch(/zod|expected|Invalid input/);
});

test('types are called as in JSON', () => {
  expect(problemsOf({ pairs: 7 })).toMatchObject([{ message: 'Must be of type object.' }]);
});

test('all broken rules are listed at once', () => {
  expect(problemsOf({ name: 1, kind: 'C', count: 0 }).map(({ field }) => field)).toEqual(['name', 'kind', 'count']);
});

test('an optional field takes null for left out', () => {
  expect(problemsOf({ note: null })).toEqual([]);
});
