import { expect, test } from 'vitest';
import { growth } from '#testing/processor-time';
import { type ContentCode, checkContent } from './index.ts';

const problemsOf = (source: string, tracksClicks = true) => checkContent(source, { tracksClicks }).problems;
const link = (href: string) => `<a href="${href}">x</a>`;
const image = (src: string) => `<img alt="" src="${src}">`;

const right: readonly (readonly [string, string])[] = [
  ['a web address', link('https://acme.com/a?b=1&amp;c=2#d')],
  ['http', link('http://acme.com')],
  ['an address with a template output', link('https://{{ host }}/x').replace('<a', '<a data-track="false"')],
  ['mail, telephone and messages', link('mailto:a@acme.com') + link('tel:+49 228 1') + link('sms:1')],
  ['mail to a contact, or to be chosen', link('mailto:{{ email }}') + link('mailto:?subject=x')],
  ['a place in the mail', link('#top')],
  ['an anchor without an address', '<a name="top">x</a>'],
  ['their own pages', link('{{unsubscribeUrl}}') + link('{{ manageUrl }}') + link('{{- subscribeUrl }}')],
  ['an address that a tag decides about', link('{% if a %}x{% else %}y{% endif %}')],
  ['white space around an address', link(' https://acme.com/\n ')],
  ['a link in a comment', `<!-- ${link('x')} -->`],
  ['another element', '<link href="x"><base href="x">'],
  ['an image', image('https://acme.com/a.png')],
  ['an image whose address is a template output', image('{{ picture }}') + image('https://acme.com/{{ id }}.png')],
  ['an image whose description a tag decides about', '<img src="https://a.de/x" {% if a %}alt="x"{% endif %}>'],
];

test.each(right)('nothing is wrong with %s', (_what, source) => {
  expect(problemsOf(source)).toEqual([]);
});

const wrong: readonly (readonly [string, string, ContentCode, string | null])[] = [
  ['an empty link', link(''), 'LINK_MALFORMED', ''],
  ['a link that leads nowhere', link('#'), 'LINK_MALFORMED', '#'],
  ['a link without a scheme', link('www.acme.com'), 'LINK_MALFORMED', 'www.acme.com'],
  ['a relative link', link('/start'), 'LINK_MALFORMED', '/start'],
  ['a link without a host', link('https://'), 'LINK_MALFORMED', 'https://'],
  ['a link with a space in its host', link('https://acme .com'), 'LINK_MALFORMED', 'https://acme .com'],
  ['a scheme twice', link('http://https://acme.com'), 'LINK_MALFORMED', 'http://https://acme.com'],
  ['one slash', link('https:/acme.com'), 'LINK_MALFORMED', 'https:/acme.com'],
  ['a script', link('javascript:alert(1)'), 'LINK_MALFORMED', 'javascript:alert(1)'],
  ['mail to nobody', link('mailto:'), 'LINK_MALFORMED', 'mailto:'],
  ['mail to no address', link('mailto:acme.com'), 'LINK_MALFORMED', 'mailto:acme.com'],
  ['a relative link with an output', link('/x/{{ id }}'), 'LINK_MALFORMED', '/x/{{ id }}'],
  ['an area of a map', '<map><area href=x></map>', 'LINK_MALFORMED', 'x'],
  ['an attribute behind a tag', '<a{% if a %} class="b"{% endif %} href=\'x\'>', 'LINK_MALFORMED', 'x'],
  ['a link for each recipient', link('https://acme.com/?u={{ id }}'), 'LINK_PERSONAL', 'https://acme.com/?u={{ id }}'],
  ['a link from data', link('{{ url }}'), 'LINK_PERSONAL', '{{ url }}'],
  ['an image without an address', '<img alt="">', 'IMAGE_NOT_ABSOLUTE', null],
  ['a relative image', image('a.png'), 'IMAGE_NOT_ABSOLUTE', 'a.png'],
  ['an image over http', image('http://acme.com/a.png'), 'IMAGE_NOT_ABSOLUTE', 'http://acme.com/a.png'],
  ['an image without a scheme', image('//acme.com/a.png'), 'IMAGE_NOT_ABSOLUTE', '//acme.com/a.png'],
  ['an image in the body', image('data:image/png;base64,AA'), 'IMAGE_NOT_ABSOLUTE', 'data:image/png;base64,AA'],
  ['an image without a description', '<img src="https://a.de/x">', 'IMAGE_WITHOUT_ALT', 'https://a.de/x'],
];

test.each(wrong)('something is wrong with %s', (_what, source, code, address) => {
  expect(problemsOf(`<p>é\n</p>${source}`)).toEqual([{ code, at: expect.any(Number), address }]);
});

test('a link that differs by recipient is one like any other where clicks are not tracked', () => {
  expect(problemsOf(link('https://acme.com/?u={{ id }}'), false)).toEqual([]);
  expect(problemsOf(`<a data-track="false" href="https://acme.com/?u={{ id }}">`)).toEqual([]);
  expect(problemsOf(link('mailto:{{ email }}'))).toEqual([]);
});

test('a problem has the place of its element in the source', () => {
  const source = `{{ a }}\n{% if b %}<p>${link('x')}</p>{% endif %}<img src="y">`;

  expect(problemsOf(source).map(({ code, at }) => [code, source.slice(at, at + 4)])).toEqual([
    ['LINK_MALFORMED', '<a h'],
    ['IMAGE_NOT_ABSOLUTE', '<img'],
    ['IMAGE_WITHOUT_ALT', '<img'],
  ]);
});

test('of each code twenty are listed', () => {
  expect(problemsOf((link('x') + image('y')).repeat(50))).toHaveLength(40);
});

test('HTML that is nested too deeply is not read to its end', () => {
  expect(checkContent(`${'<div>'.repeat(301)}${link('x')}`, { tracksClicks: true })).toEqual({
    problems: [],
    hasImages: false,
    isComplete: false,
  });
});

test.each([
  '<',
  '<a ',
  '<a href',
  '<a href="',
  '<a href=x>',
  '<img>',
  '<!--',
  '</p>',
  '<p>',
  '<a x=y ',
  '&amp;',
  '{{a}}<a href={{a}}>',
])('half a megabyte of %j is read in linear time', (unit) => {
  const bytes = unit.startsWith('{{') ? 5_000 : 64 * 1_024;

  expect(growth((size) => checkContent(unit.repeat(size / unit.length), { tracksClicks: true }), bytes)).toBeLessThan(
    25,
  );
});
