import { expect, test } from 'vitest';
import { processorMs } from '#testing/processor-time';
import { Sender } from './mailbox-shapes.ts';

function read(text: string): unknown {
  const parsed = Sender.safeParse(text);
  if (parsed.success) return parsed.data;
  const ofText = parsed.error.issues.flatMap((issue) => (issue.code === 'invalid_union' ? issue.errors[0] : issue));
  return ofText.map((issue) => {
    const code = issue?.code === 'custom' ? issue.params?.code : issue?.code;
    return `${issue?.path.join('.')} ${code}`;
  });
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
])('%j is refused (D-120)', (text, problem) => {
  expect(read(text)).toEqual([problem]);
});

test.each([' ', '<', '>', 'a <', '"', '\\'])('a long text of %j is refused at once', (unit) => {
  const refuseBoth = (): void => {
    expect(read(unit.repeat(3_000 / unit.length))).toEqual([' too_big']);
    expect(read(unit.repeat(1_400 / unit.length))).toEqual([' invalid_string']);
  };

  expect(processorMs(refuseBoth)).toBeLessThan(1_000); // a pattern that tries every split takes seconds for blanks
});
