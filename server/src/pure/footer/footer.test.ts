import { expect, test } from 'vitest';
import { withFooter } from './footer.ts';
import footerTexts from './footer-texts.json' with { type: 'json' };

const facts = {
  projectName: 'Acme & Söhne',
  unsubscribeUrl: 'https://mail.acme.example/u/tok?a=1&b=2',
  manageUrl: 'https://mail.acme.example/m/tok',
};

test("the footer names the project and links to the recipient's own page (D-512)", () => {
  const body = withFooter('<p>Hi</p>', facts, ['en']);

  expect(body.startsWith('<p>Hi</p>\n<p style=')).toBe(true);
  expect(body).toContain('You receive this email because you subscribed to Acme &amp; Söhne.');
  expect(body).toContain('href="https://mail.acme.example/u/tok?a=1&amp;b=2"');
});

test('it is inserted before the end of the last body (D-512)', () => {
  expect(withFooter('<html><BODY>Hi</BODY></html>', facts, ['en'])).toMatch(
    /^<html><BODY>Hi\n<p .*<\/p>\n<\/BODY><\/html>$/s,
  );
});

test.each([
  ['the unsubscribe address', `<a href="${facts.unsubscribeUrl}">x</a>`],
  ['the unsubscribe address, escaped', '<a href="https://mail.acme.example/u/tok?a=1&amp;b=2">x</a>'],
  ['the manage address', `<a href="${facts.manageUrl}">x</a>`],
])('a body with %s gets none (D-512, D-622)', (_what, body) => {
  expect(withFooter(body, facts, ['en'])).toBe(body);
});

test.each([
  ['de', 'Abmelden'],
  ['de-AT', 'Abmelden'],
  ['pt_BR', 'Cancelar subscrição'],
  ['ja', '配信停止'],
  ['tlh', 'Unsubscribe'],
  ['', 'Unsubscribe'],
  ['__proto__', 'Unsubscribe'],
])('in %j the link says %s', (locale, word) => {
  expect(withFooter('', facts, [locale])).toContain(`>${word}</a>`);
});

test.each(Object.entries(footerTexts))(
  'in %s the footer names the project and the link has a word',
  (_language, texts) => {
    expect(Object.keys(texts)).toEqual(['sentence', 'unsubscribe']);
    expect(texts.sentence.match(/\{.*?\}|[{}]/g)).toEqual(['{project}']);
    expect(texts.unsubscribe).toMatch(/^[^{}]{3,}$/);
  },
);

test("a project's name is text: neither a placeholder nor markup", () => {
  expect(withFooter('', { ...facts, projectName: '{project} $& <b>' }, ['en'])).toContain(
    'subscribed to {project} $&amp; &lt;b&gt;.',
  );
});

test.each([
  [['xx', 'de'], 'Abmelden'],
  [['', 'fr-CA'], 'Se désabonner'],
  [['nl-BE', 'de'], 'Afmelden'],
  [['xx', 'tlh'], 'Unsubscribe'],
])('of %j the first supported language is used (D-512)', (locales, word) => {
  expect(withFooter('', facts, locales)).toContain(`>${word}</a>`);
});
