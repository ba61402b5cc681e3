import { describe, expect, it } from 'vitest';
import { listAction, type Pressed } from './list-keys.ts';

const pressed = (key: string, more: Partial<Pressed> = {}): Pressed => ({
  key,
  shiftKey: false,
  hasModifier: false,
  isTyping: false,
  isOnControl: false,
  ...more,
});

describe('list keys', () => {
  it.each([
    ['/', 'search'],
    ['j', 'next'],
    ['k', 'previous'],
    ['Enter', 'open'],
    ['x', 'select'],
    ['Escape', 'clear'],
    ['c', 'copy'],
    ['q', null],
  ])('%s is %s', (key, action) => {
    expect(listAction(pressed(key), true)).toBe(action);
  });

  it('Shift+x takes a range', () => {
    expect(listAction(pressed('X', { shiftKey: true }), true)).toBe('range');
  });

  it('a slash that needs Shift on the keyboard still searches', () => {
    expect(listAction(pressed('/', { shiftKey: true }), true)).toBe('search');
  });

  it.each(['/', 'j', 'k', 'x', 'c', 'Enter', 'Escape'])('%s is left alone while typing', (key) => {
    expect(listAction(pressed(key, { isTyping: true }), true)).toBeNull();
  });

  it.each(['/', 'j', 'k', 'x', 'c'])('%s is left alone when single letters are off', (key) => {
    expect(listAction(pressed(key), false)).toBeNull();
  });

  it('Enter and Escape work when single letters are off', () => {
    expect(listAction(pressed('Enter'), false)).toBe('open');
    expect(listAction(pressed('Escape'), false)).toBe('clear');
  });

  it('Enter on a link or button is theirs', () => {
    expect(listAction(pressed('Enter', { isOnControl: true }), true)).toBeNull();
  });

  it.each(['c', 'k', 'j'])('Ctrl or Cmd with %s belongs to the browser', (key) => {
    expect(listAction(pressed(key, { hasModifier: true }), true)).toBeNull();
  });
});
