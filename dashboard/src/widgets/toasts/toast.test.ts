import { describe, expect, it } from 'vitest';
import { dueOf, secondsLeft, stayOf, type Toast } from './toast.ts';

const toast = (id: number, endsAt?: number): Toast => ({ id, kind: 'plain', message: 'x', spoken: 'x', endsAt });

describe('toasts', () => {
  it('stay until answered when they failed or ask something', () => {
    expect(stayOf('bad', false, 'Not saved.')).toBeUndefined();
    expect(stayOf('good', true, 'Done.')).toBeUndefined();
    expect(stayOf('good', false, 'Done.')).toBeGreaterThan(4000);
  });

  it('leave when their time is over', () => {
    const { staying, over } = dueOf([toast(1), toast(2, 100), toast(3, 101)], 100);
    expect(staying.map((one) => one.id)).toEqual([1, 3]);
    expect(over.map((one) => one.id)).toEqual([2]);
  });

  it('count whole seconds up, so that the last one is 1 and not 0', () => {
    expect(secondsLeft(24_000, 1)).toBe(24);
    expect(secondsLeft(1000, 999)).toBe(1);
    expect(secondsLeft(1000, 1500)).toBe(0);
  });
});
