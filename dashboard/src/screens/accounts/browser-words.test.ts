import { expect, test } from 'vitest';
import { browserWords } from './browser-words.ts';

test('names browser and system', () => {
  expect(browserWords('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')).toBe(
    'Firefox on Linux',
  );
  expect(
    browserWords(
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
    ),
  ).toBe('Edge on Windows');
  expect(
    browserWords('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 Version/19.0 Safari/604.1'),
  ).toBe('Safari on an iPhone or iPad');
});

test('shows other programs as they name themselves, cut to a line', () => {
  expect(browserWords('curl/8.1')).toBe('curl/8.1');
  expect(browserWords('x'.repeat(200))).toHaveLength(60);
  expect(browserWords(null)).toBe('An unnamed program');
});
