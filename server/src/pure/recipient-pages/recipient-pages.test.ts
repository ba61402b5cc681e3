import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { acceptedLanguages, maskedAddress, pageReply, pageTexts } from './index.ts';

const languages = ['de', 'en', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt'];
const folder = new URL('./texts/', import.meta.url);

/** The texts of a file by their path, such as `gone.title`. */
function textsIn(file: string): ReadonlyMap<string, string> {
  const translation: Record<string, string | Record<string, string>> = JSON.parse(
    readFileSync(new URL(file, folder), 'utf8'),
  );
  return new Map(
    Object.entries(translation).flatMap(([key, value]) =>
      typeof value === 'string'
        ? [[key, value] as const]
        : Object.entries(value).map(([part, text]) => [`${key}.${part}`, text] as const),
    ),
  );
}

const placeholdersIn = (text: string): string[] => [...text.matchAll(/\{.*?\}|[{}]/g)].map(([found]) => found).sort();

test('there is a file for each language, and no other', () => {
  expect(readdirSync(folder).sort()).toEqual(languages.map((language) => `${language}.json`));
});

test.each(languages)('%s has the texts and placeholders of English, in its order, and none is empty', (language) => {
  const [english, texts] = [textsIn('en.json'), textsIn(`${language}.json`)];

  expect([...texts.keys()]).toEqual([...english.keys()]);
  for (const [path, text] of texts) {
    expect(text.trim(), path).not.toBe('');
    expect(placeholdersIn(text), path).toEqual(placeholdersIn(english.get(path) ?? ''));
  }
});

test('English has only placeholders that are filled, in the texts that are filled', () => {
  const found = [...textsIn('en.json')].filter(([, text]) => placeholdersIn(text).length > 0);

  expect(Object.fromEntries(found.map(([path, text]) => [path, placeholdersIn(text)]))).toEqual({
    'unsubscribe.sentence': ['{project}'],
    'unsubscribed.sentence': ['{project}'],
    'subscribe.sentence': ['{project}'],
    'subscribed.sentence': ['{project}'],
    'manageSubscribed.sentence': ['{project}'],
    'manageUnsubscribed.sentence': ['{project}'],
    'goneFromProject.sentence': ['{project}'],
    'leaving.sentence': ['{host}'],
    continueButton: ['{host}'],
  });
});

test("a project's name is text: neither a placeholder nor markup", () => {
  const texts = pageTexts('en');
  const project = '{project} {host} $& <b>';
  const { sentence } = texts.unsubscribed(project);

  expect(sentence).toBe(`${project} will send no more newsletters to this address.`);
  expect(texts.gone(project).sentence).toBe(`${project} no longer stores your address.`);
  const { body } = pageReply({ language: 'en', project, ...texts.unsubscribed(project) });
  expect(body).toContain('<p>{project} {host} $&amp; &lt;b&gt; will send no more newsletters to this address.</p>');
});

test('every page exists in nine languages, each with its own texts', () => {
  const said = languages.map((language) => {
    const texts = pageTexts(language);
    expect(texts.language).toBe(language);
    return [
      ...[texts.unsubscribe, texts.unsubscribed, texts.subscribe, texts.subscribed, texts.manageSubscribed]
        .concat(texts.manageUnsubscribed)
        .map((text) => text('Acme').sentence),
      texts.gone('Acme').sentence,
      texts.gone(null).sentence,
      texts.leaving('acme.example').sentence,
      texts.continueButton('acme.example'),
      texts.incomplete.sentence,
      texts.expired.sentence,
      texts.notUnderstood.sentence,
      texts.tooMany.sentence,
      texts.failed.sentence,
      texts.stillSent,
    ];
  });

  expect(new Set(said.flat()).size).toBe(said.flat().length);
  for (const [index, lines] of said.entries())
    for (const line of lines.slice(0, 7)) expect(line, languages[index]).toContain('Acme');
  expect(said.flat().filter((line) => /[{}]/.test(line))).toEqual([]);
});

test.each([
  [['de'], 'de'],
  [['pt-BR'], 'pt'],
  [['JA_jp'], 'ja'],
  [['tlh', 'fr'], 'fr'],
  [[null, 'nl'], 'nl'],
  [['', 'xx'], 'en'],
  [[], 'en'],
])('of the inputs %j the language is %s', (inputs, language) => {
  expect(pageTexts(...inputs).language).toBe(language);
});

test.each([
  ['de-DE,de;q=0.9,en;q=0.8', ['de-DE', 'de', 'en']],
  ['en;q=0.2, fr', ['fr', 'en']],
  ['*', []],
  ['de;q=0', []],
  ['<script>', []],
  [null, []],
])('the header %s prefers %j', (header, languages) => {
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

test('a page shows text as text, and has no script and no address of another host', () => {
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
