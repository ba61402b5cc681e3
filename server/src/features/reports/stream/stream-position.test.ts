import { expect, test } from 'vitest';
import { newId } from '#platform/ids';
import { positionAt, readStreamPosition, writeStreamPosition } from './stream-position.ts';

test('a position is read as it was written', () => {
  const at = new Date('2026-11-17T10:00:00.123Z');
  for (const position of [positionAt(at.getTime()), { at, recordId: newId(), kind: 'opened' }]) {
    expect(readStreamPosition(writeStreamPosition(position))).toEqual(position);
  }
});

test.each([
  '',
  'x',
  '-1',
  '1e3',
  '99999999999999999',
  '9999999999999999',
  '1_x_opened',
  `1_${newId()}`,
  `1_${newId()}_O`,
])('%j is no position', (text) => {
  expect(readStreamPosition(text)).toBeNull();
});
