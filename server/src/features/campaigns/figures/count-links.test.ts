import { expect, test } from 'vitest';
import { couldBecome } from './count-links.ts';

test.each([
  ['https://a.example/?u={{id}}', 'https://a.example/?u=7', true],
  ['https://a.example/?u={{id}}', 'https://b.example/?u=7', false],
  ['https://a.example/{{ plan }}/start', 'https://a.example/pro/start', true],
  ['https://a.example/{{ plan }}/start', 'https://a.example/pro/end', false],
  ['{{ shop }}', 'https://any.example/', true],
  ['https://a.example/{% if x %}a{% endif %}', 'https://a.example/a', true],
  ['https://a.example/', 'https://a.example/', false],
  ['https://a.example/{{ broken', 'https://a.example/x', false],
])('%s could become %s: %s', (url, address, could) => {
  expect(couldBecome(url, address)).toBe(could);
});
