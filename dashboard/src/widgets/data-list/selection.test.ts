import { describe, expect, it } from 'vitest';
import { isAllSelected, nothingSelected, withAll, withRange, withToggled } from './selection.ts';

const keys = ['a', 'b', 'c', 'd', 'e'];

describe('selection', () => {
  it('takes a row and gives it back', () => {
    const one = withToggled(nothingSelected, 'b');
    expect([...one]).toEqual(['b']);
    expect([...withToggled(one, 'b')]).toEqual([]);
  });

  it('takes a range in both directions', () => {
    expect([...withRange(new Set(['b']), keys, 1, 3)]).toEqual(['b', 'c', 'd']);
    expect([...withRange(new Set(['d']), keys, 3, 1)].sort()).toEqual(['b', 'c', 'd']);
  });

  it('gives a range back when its last row was selected', () => {
    expect([...withRange(new Set(keys), keys, 1, 3)]).toEqual(['a', 'e']);
  });

  it('does nothing for a place that is not there', () => {
    expect([...withRange(new Set(['a']), keys, 0, 9)]).toEqual(['a']);
  });

  it('takes all loaded rows and keeps rows of other pages', () => {
    const all = withAll(new Set(['z', 'a']), keys);
    expect(isAllSelected(all, keys)).toBe(true);
    expect(all.has('z')).toBe(true);
    expect([...withAll(all, keys)]).toEqual(['z']);
  });

  it('an empty list is not all selected', () => {
    expect(isAllSelected(new Set(['a']), [])).toBe(false);
  });
});
