import { expect, test } from 'vitest';
import { readProcessorTime, stolenNote } from './stolen-time.ts';

test('the first line of /proc/stat counts, and time of guests is not counted twice', () => {
  const stat = 'cpu  100 20 30 400 5 6 7 432 50 60\ncpu0 1 2 3 4 5 6 7 8 9 10\nintr 5\n';

  expect(readProcessorTime(stat)).toEqual({ all: 1_000, stolen: 432 });
});

test.each([
  ['nothing', { all: 2_000, stolen: 432 }, ''],
  ['less than a hundredth', { all: 2_000, stolen: 436 }, ''],
  ['a third', { all: 2_000, stolen: 762 }, `, 33 % of its processors' time taken by the host`],
])('%s taken by the host', (_name, after, note) => {
  expect(stolenNote({ all: 1_000, stolen: 432 }, after)).toBe(note);
});

test('where nothing can be read nothing is said', () => {
  expect(stolenNote(readProcessorTime(''), readProcessorTime(''))).toBe('');
});
