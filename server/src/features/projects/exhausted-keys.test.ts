import { expect, test } from 'vitest';
import type { ProjectId } from '#platform/context';
import type { KeyEntry } from '#platform/identity';
import { exhaustedKeys } from './exhausted-keys.ts';

const entry: KeyEntry = {
  projectId: '0192f0c2-a1b4-7c3e-9d5f-6a7b8c9d0e1f' as ProjectId, // any project
  keyLast4: 'abcd',
  disabledReason: null,
  rate: { used: 1_001, resetSeconds: 30 },
};

test('a key is exhausted for all but the last second of its minute, which may be over already', () => {
  let now = 0;
  const keys = exhaustedKeys(() => now);
  keys.add('a', entry);

  now = 28_500;
  const late = keys.find('a');
  now = 29_000;

  expect(late?.rate).toEqual({ used: 1_001, resetSeconds: 2 });
  expect(keys.find('a')).toBeNull();
  expect(keys.find('b')).toBeNull();
});

test('no more than ten thousand are remembered, the oldest are dropped', () => {
  const keys = exhaustedKeys(() => 0);

  for (let number = 0; number <= 10_000; number += 1) keys.add(String(number), entry);

  expect(keys.find('0')).toBeNull();
  expect(keys.find('1')).not.toBeNull();
  expect(keys.find('10000')).not.toBeNull();
});
