import { expect, test } from 'vitest';
import { readSender } from './read-mailbox.ts';
import { Faults } from './reading.ts';

function read(text: string): unknown {
  const faults = new Faults();
  const sender = readSender(text, faults);
  return faults.list.length > 0 ? faults.list.map(({ path, code }) => `${path.join('.')} ${code}`) : sender;
}

test.each<[string, string | null, string]>([
  ['a@acme.example', null, 'a@acme.example'],
  ['  a@acme.example ', null, 'a@acme.example'],
  ['<a@acme.example>', null, 'a@acme.example'],
  ['Ann <a@acme.example>', 'Ann', 'a@acme.example'],
  [' \t Ann  B  < a@acme.example >\n', 'Ann  B', 'a@acme.example'],
  ['"Ann, B" <a@acme.example>', 'Ann, B', 'a@acme.example'],
  ['"Ann \\"B\\" C" <a@acme.example>', 'Ann "B" C', 'a@acme.example'],
  ['"" <a@acme.example>', null, 'a@acme.example'],
  ['" <a@acme.example>', '"', 'a@acme.example'],
  [`${'n'.repeat(255)} <a@acme.example>`, 'n'.repeat(255), 'a@acme.example'],
])('%j', (text, name, email) => {
  expect(read(text)).toEqual({ email, name, isText: true });
});

test.each([
  ['', ' invalid_string'],
  ['Ann a@acme.example>', ' invalid_string'],
  ['Ann <a@acme.example', ' invalid_string'],
  ['Ann <B> <a@acme.example>', ' invalid_string'],
  ['Ann <a@acme.example> x', ' invalid_string'],
  ['>', ' invalid_string'],
  ['<', ' invalid_string'],
  ['<>', ' invalid_string'],
  [`${'n'.repeat(256)} <a@acme.example>`, ' too_big'],
])('%j is refused', (text, told) => {
  expect(read(text)).toEqual([told]);
});

test.each([' ', '<', '>', 'a <', '"', '\\'])('a long text of %j is refused at once', (unit) => {
  const before = performance.now();

  expect(read(unit.repeat(3_000 / unit.length))).toEqual([' too_big']);
  expect(read(unit.repeat(1_400 / unit.length))).toEqual([' invalid_string']);

  expect(performance.now() - before).toBeLessThan(1_000); // a pattern that tries every split takes seconds for blanks
});
