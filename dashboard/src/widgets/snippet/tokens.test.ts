import { expect, test } from 'vitest';
import { tokensOf } from './tokens.ts';

const joined = (code: string, values: string[] = []) =>
  tokensOf(code, values)
    .map(({ text }) => text)
    .join('');

const samples = [
  'curl http://localhost:3000/v1/send \\\n  -H "Authorization: Bearer sk_1" \\\n  -d \'{"to": "a@b.c"}\'',
  "import { Postrider } from 'postrider';\n// a comment\nawait postrider.send({ to: 'x' });",
  'print("it\'s") # done',
  '"never closed',
  '',
];

test.each(samples)('nothing is lost or added: %s', (code) => {
  expect(joined(code, ['sk_1', 'a@b.c', ''])).toBe(code);
});

test('values of this project are marked wherever they stand', () => {
  const filled = tokensOf('curl http://h/v1 -H "Bearer sk_1" -d sk_12', ['sk_1', 'sk_12']).filter(
    ({ isFilled }) => isFilled,
  );
  expect(filled).toEqual([
    { kind: 'string', text: 'sk_1', isFilled: true },
    { kind: 'plain', text: 'sk_12', isFilled: true },
  ]);
});

test('an address is not taken for a comment', () => {
  expect(tokensOf('curl http://localhost').some(({ kind }) => kind === 'comment')).toBe(false);
  expect(tokensOf('x # said').at(-1)).toMatchObject({ kind: 'comment', text: '# said' });
});
