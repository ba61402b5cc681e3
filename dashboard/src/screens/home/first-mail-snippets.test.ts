import { expect, test } from 'vitest';
import { firstMailSnippets } from './first-mail-snippets.ts';

const mail = {
  from: 'hello@postrider.test',
  to: "o'brien+x@example.com",
  subject: 'First mail from my machine',
  body: '<h1>It works</h1><p>"Quoted" and \\ kept.</p>',
};
const call = { baseUrl: 'http://localhost:3000', key: 'sk_1', mail };
const codeOf = (language: string) =>
  firstMailSnippets(call).find((snippet) => snippet.language === language)?.code ?? '';

test('the shell hands curl the address, the key and the mail as they are', () => {
  const code = codeOf('curl');
  expect(code).toMatch(/^POSTRIDER_KEY=sk_1\ncurl http:\/\/localhost:3000\/v1\/send /);
  expect(code).toContain('-H "Authorization: Bearer $POSTRIDER_KEY"');
  const quoted = code.slice(code.indexOf("-d '") + 4, -1);
  // In a single-quoted word every quote of the text ends it, stands escaped, and begins it again.
  expect(quoted.replaceAll("'\\''", '').includes("'")).toBe(false);
  expect(JSON.parse(quoted.replaceAll("'\\''", "'"))).toEqual(mail);
});

test('a key that this tab does not know is taken from the environment', () => {
  const codes = firstMailSnippets({ ...call, key: null }).map(({ code }) => code);
  expect(codes.every((code) => code.includes('POSTRIDER_KEY') && !code.includes('sk_'))).toBe(true);
  expect(codes[0]).toMatch(/^curl /);
});

test('Node sends the same mail', async () => {
  const sent: unknown[] = [];
  const code = codeOf('Node')
    .replace('await fetch', 'await send')
    .replace(/console\.log.*/, '');
  const AsyncFunction = (async () => {}).constructor as new (...parts: string[]) => (send: unknown) => Promise<void>; // the only way to make one from text
  await new AsyncFunction('send', code)((url: string, init: { body: string }) =>
    sent.push([url, JSON.parse(init.body)]),
  );
  expect(sent).toEqual([['http://localhost:3000/v1/send', mail]]);
});

test('the values in the Python call are those of the mail', () => {
  const [, written = ''] = /mail = (\{[\s\S]*?\n\})/.exec(codeOf('Python')) ?? [];
  expect(JSON.parse(written)).toEqual(mail);
});
