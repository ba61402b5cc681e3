import { describe, expect, test } from 'vitest';
import { readStepConfig } from '../index.ts';

const read = (url: string, allowsHttp = false) => readStepConfig({ type: 'WEBHOOK', config: { url } }, { allowsHttp });

function problems(url: string): string[] {
  const reading = read(url);
  return reading.ok ? [] : reading.problems.map(({ path, code }) => `${path.join('.')} ${code}`);
}

const addresses: [url: string, problem: string][] = [
  ['https://example.com', ''],
  ['https://example.com?a={{ id }}', ''],
  ['https://[2001:db8::1]:8443/{% if a %}x{% endif %}', ''],
  [`https://example.com/{{ id }}${'x'.repeat(3_000)}`, ''],
  [`https://example.com/${'x'.repeat(2_029)}`, 'too_big'],
  ['http://example.com', 'custom'],
  ['HTTPS://example.com', 'invalid_string'],
  ['ftp://example.com', 'invalid_string'],
  [' https://example.com', 'invalid_string'],
  ['{{ url }}', 'invalid_string'],
  ['https://', 'invalid_string'],
  ['https:///a', 'invalid_string'],
  ['https://{{ host }}/', 'custom'],
  ['https://a.{{ host }}/', 'custom'],
  ['https://example.com:{{ port }}/', 'custom'],
  ['https://example.com{{ path }}', 'custom'],
  ['https://example.com{% raw %}/{% endraw %}', 'custom'],
  ['https://user@example.com/', 'invalid_string'],
  ['https://good.example\\@bad.example/', 'invalid_string'],
  ['https://exa\tmple.com/', 'invalid_string'],
  ['https://example.com:99999/', 'invalid_string'],
  ['https://example.com:x/', 'invalid_string'],
];

describe('the address of a WEBHOOK', () => {
  test.each(addresses)('the address %s of a WEBHOOK', (url, problem) => {
    expect(problems(url)).toEqual(problem === '' ? [] : [`url ${problem}`]);
  });

  test('an address may begin with http:// only where that is allowed', () => {
    expect(read('http://example.com', true)).toMatchObject({ ok: true });
    expect(read('http://{{ host }}', true)).toMatchObject({ ok: false });
  });
});
