import { expect, test } from 'vitest';
import { nextTab } from './next-tab.ts';

const tabs = ['preview', 'html', 'text'];

test('arrows move round the ends, Home and End go to them', () => {
  expect(nextTab(tabs, 'preview', 'ArrowRight')).toBe('html');
  expect(nextTab(tabs, 'text', 'ArrowRight')).toBe('preview');
  expect(nextTab(tabs, 'preview', 'ArrowLeft')).toBe('text');
  expect(nextTab(tabs, 'html', 'Home')).toBe('preview');
  expect(nextTab(tabs, 'html', 'End')).toBe('text');
});

test('in a right-to-left page the arrows keep their direction on the screen', () => {
  expect(nextTab(tabs, 'preview', 'ArrowLeft', true)).toBe('html');
  expect(nextTab(tabs, 'html', 'ArrowRight', true)).toBe('preview');
});

test('other keys do not move, and an empty row has nowhere to go', () => {
  expect(nextTab(tabs, 'html', 'a')).toBeNull();
  expect(nextTab([], 'html', 'ArrowRight')).toBeNull();
});
