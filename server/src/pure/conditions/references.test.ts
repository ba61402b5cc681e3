import { describe, expect, test } from 'vitest';
import { conditionFrom } from '#testing';
import { referenceProblems } from './references.ts';
import type { Condition } from './tree.ts';

const id = (index: number): string => `00000005-0000-7000-8000-${String(index).padStart(12, '0')}`;
const refer = (...to: number[]): Condition =>
  conditionFrom({
    logic: 'OR',
    groups: to.map((index) => ({ filters: [{ field: `segment.${id(index)}`, operator: 'memberOfSegment' }] })),
  });
const plain = (filters: number): Condition =>
  conditionFrom({
    logic: 'OR',
    groups: [{ filters: Array.from({ length: filters }, () => ({ field: 'a', operator: 'exists' })) }],
  });

function problemsOf(tree: Condition, segments: Record<number, Condition | null>, self?: number): string[] {
  const known = new Map(
    Object.entries(segments).map(([index, its]) => [id(Number(index)), { name: `S${index}`, tree: its }]),
  );
  const problems = referenceProblems(tree, {
    ...(self === undefined ? {} : { self: { id: id(self), name: `S${self}` } }),
    segment: (segmentId) => known.get(segmentId),
  });
  return problems.map(({ path, code, message }) => `${path.join('.')} ${code} ${message}`);
}

describe('the segments a tree refers to (D-318)', () => {
  test('may be lists and trees that exist', () => {
    expect(problemsOf(refer(1, 2), { 1: null, 2: refer(1) })).toEqual([]);
  });

  test('must exist, unless another segment refers to them', () => {
    expect(problemsOf(refer(1, 2), { 1: refer(9) })).toEqual([
      'groups.1.filters.0.field custom There is no such segment.',
    ]);
  });

  test('must not lead back, and the message names the loop', () => {
    expect(problemsOf(refer(1), { 1: plain(1) }, 1)).toEqual([
      'groups.0.filters.0.field custom Segments refer to each other in a loop: S1 → S1.',
    ]);
    expect(problemsOf(refer(2), { 1: plain(1), 2: refer(3), 3: refer(1) }, 1)).toEqual([
      ' custom Segments refer to each other in a loop: S1 → S2 → S3 → S1.',
    ]);
  });

  test('make a chain of at most 5 (D-303)', () => {
    const chain = { 1: refer(2), 2: refer(3), 3: refer(4), 4: refer(5), 5: plain(1), 6: refer(1) };
    expect(problemsOf(refer(1), chain)).toEqual([]);
    expect(problemsOf(refer(6), chain)).toEqual([' too_big Segments refer to each other at most 5 times in a row.']);
  });

  test('have at most so many filters together, counted quickly however often they are referred to (D-303)', () => {
    expect(problemsOf(refer(1, 2), { 1: plain(100), 2: plain(50) })).toEqual([]);
    expect(problemsOf(refer(1, 1, 1), { 1: plain(150) })).toHaveLength(1);
    const many = Array.from({ length: 100 }, () => 1);
    expect(
      problemsOf(refer(...many), { 1: refer(...many.map(() => 2)), 2: refer(...many.map(() => 3)), 3: plain(200) }),
    ).toHaveLength(1);
  });
});
