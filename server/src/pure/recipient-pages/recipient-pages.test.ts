import { expect, test } from 'vitest';
import { acceptedLanguages, maskedAddress, pageReply, pageTexts } from './index.ts';

const languages = ['en', 'de', 'fr', 'es', 'pt', 'nl', 'it', 'pl', 'ja'];

test('every page exists in nine languages, each with words of its own', () => {
  const said = languages.map((language) => {
    const texts = pageTexts(language);
    expect(texts.language).toBe(language);
    return [
      ...[texts.unsubscribe, texts.unsubscribed, texts.subscribe, texts.subscribed, texts.manageSubscribed]
        .concat(texts.manageUnsubscribed)
        .map((text) => text('Acme').sentence),
      texts.gone('Acme').sentence,
      texts.leaving('acme.example').sentence,
      texts.incomplete.sentence,
      texts.expired.sentence,
      texts.notUnderstood.sentence,
      texts.tooMany.sentence,
      texts.failed.sentence,
      texts.stillSent,
    ];
  });

  expect(new Set(said.flat()).size).toBe(said.flat().length);
  for (const [place, lines] of said.entries())
    for (const line of lines.slice(0, 7)) expect(line, languages[place]).toContain('Acme');
});

test.each([
  [['de'], 'de'],
  [['pt-BR'], 'pt'],
  [['JA_jp'], 'ja'],
  [['tlh', 'fr'], 'fr'],
  [[null, 'nl'], 'nl'],
  [['', 'xx'], 'en'],
  [[], 'en'],
])('of the wishes %j it speaks %s', (wishes, language) => {
  expect(pageTexts(...wishes).language).toBe(language);
});

test.each([
  ['de-DE,de;q=0.9,en;q=0.8', ['de-DE', 'de', 'en']],
  ['en;q=0.2, fr', ['fr', 'en']],
  ['*', []],
  ['de;q=0', []],
  ['<script>', []],
  [null, []],
])('a browser that says %s wants %j', (header, languages) => {
  expect(acceptedLanguages(header)).toEqual(languages);
});

test.each([
  ['ann@example.com', 'a…@example.com'],
  ['a@example.com', 'a…@example.com'],
  ['😀x@example.com', '😀…@example.com'],
  ['"a@b"@example.com', '"…@example.com'],
])('%s is shown as %s', (address, shown) => {
  expect(maskedAddress(address)).toBe(shown);
});

test('a page shows text as text, and holds no script and no address of anybody else', () => {
  const evil = `<script>alert('1')</script>"&`;
  const { body: html, headers } = pageReply({
    language: 'en',
    project: evil,
    title: evil,
    sentence: evil,
    address: { label: evil, text: evil },
    action: { kind: 'post', to: '/u/token', button: evil, field: ['subscribed', evil] },
    note: evil,
    secondary: { label: evil, action: { kind: 'link', to: 'https://acme.example/?a=1&b="', button: evil } },
  });

  expect(html).not.toContain('<script');
  expect(html).not.toContain(`"&"`);
  expect(html).toContain('href="https://acme.example/?a=1&amp;b=&quot;"');
  expect(html.length).toBeLessThan(20_000);
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; form-action 'self'; /,
  );
  expect(html.match(/https?:/g)).toHaveLength(1);
});
