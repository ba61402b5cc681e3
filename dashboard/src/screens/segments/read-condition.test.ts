import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCondition } from '../../widgets/condition-builder/any-condition.ts';
import { readCondition } from './read-condition.ts';
import { isSameTree } from './segment-tree.ts';

describe('a condition typed as JSON', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(anyCondition, (tree) => {
        const read = readCondition(JSON.stringify(tree, null, 2));
        expect(read.problem).toBeNull();
        expect(read.tree !== null && isSameTree(read.tree, tree)).toBe(true);
      }),
    );
  });

  it.each([
    ['', /not JSON/],
    ['[]', /^The tree must be an object/],
    ['{"logic":"and","groups":[{"filters":[]}]}', /^logic must be/],
    ['{"logic":"AND","groups":[]}', /^groups must be/],
    ['{"logic":"AND","groups":[{}]}', /^groups\.0: This group has no rule/],
    [
      '{"logic":"AND","groups":[{"filters":[{"field":"email","operator":"is","value":1}]}]}',
      /^groups\.0\.filters\.0\.operator/,
    ],
    [
      '{"logic":"AND","groups":[{"filters":[{"field":"email","operator":"equals","value":[1]}]}]}',
      /^groups\.0\.filters\.0\.value/,
    ],
    [
      '{"logic":"AND","groups":[{"filters":[{"field":"createdAt","operator":"within","value":3}]}]}',
      /^groups\.0\.filters\.0: Choose minutes/,
    ],
    ['{"logic":"AND","groups":[{"conditions":{"logic":"AND"}}]}', /^groups\.0\.conditions\.groups must be/],
  ])('%s is refused with its place', (text, problem) => {
    expect(readCondition(text).problem).toMatch(problem);
  });
});
