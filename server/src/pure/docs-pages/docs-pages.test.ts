import { expect, test } from 'vitest';
import { docsPages } from './index.ts';
import { blocksOf, fencesOf, headingsOf } from './markdown.ts';

const pagesOf = (texts: Record<string, string>) =>
  docsPages({
    baseUrl: 'https://mail.acme.example',
    texts: new Map(Object.entries(texts)),
    operationOf: (text) => (text === 'POST /v1/send' ? '/reference/emails#postV1Send' : null),
  });

/** What a page has between the navigation and the link to its source. */
function contentOf(text: string, path = 'guides/webhooks'): string {
  const page = pagesOf({ [path]: text, quickstart: '# Quickstart', 'reference/errors': '# Errors' }).page(path) ?? '';
  return /(?<=<article class="text">\n)[\s\S]*(?=\n<p class="source">)/.exec(page)?.[0] ?? '';
}

test('text, lists, tables and code become HTML', () => {
  expect(contentOf('# A `b`\n\nOne **two** *three*\n\n1. x\n2. y\n\n```sh\na < b\n```')).toBe(
    `<h1 id="a-b">A <code>b</code></h1>

<p>One <strong>two</strong> <em>three</em></p>

<ol start="1"><li>x</li>
<li>y</li></ol>

<pre><code>a &lt; b</code></pre>`,
  );
  expect(contentOf('| Key | What |\n|---|---|\n| `a \\| b` | c |')).toContain(
    '<tr><th scope="row"><code>a | b</code></th>\n<td data-label="What">c</td></tr>',
  );
});

test.each([
  '<script>alert(1)</script>',
  '<img src=https://evil.example/x onerror=alert(1)>',
  'text <b onclick="alert(1)">bold</b>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '![x](data:text/html;base64,AAAA)',
  '[x](<a.md" onclick="alert(1)>)',
  '`<script>`',
  '```"><script>\n</code></pre><script>\n```',
  '# <script>alert(1)</script>',
  '| <script> |\n|---|\n| <iframe src=x> |',
  '- <svg onload=alert(1)>',
  '> <form action=x>',
  '[<script>](quickstart.md)',
])('HTML and addresses that run are shown or dropped: %s', (text) => {
  const elements = contentOf(text).match(/<[a-z!][^>]*>/gi) ?? [];

  expect(
    elements.filter((tag) => !/^<(?:p|h1|ul|li|table|thead|tbody|tr|th|td|pre|code|blockquote)\b/.test(tag)),
  ).toEqual([]);
  expect(elements.filter((tag) => /\son\w+=|javascript:/i.test(tag))).toEqual([]);
});

test('a page has one title, whatever the text says', () => {
  expect(contentOf('# A\n\n# Part 1\n\n## B').match(/<h\d/g)).toEqual(['<h1', '<h2', '<h2']);
});

test('a comment is left out', () => {
  expect(contentOf('<!-- made by hand -->\n\n# A')).not.toContain('made');
});

test.each([
  ['../quickstart.md', '/docs/quickstart'],
  ['../reference/errors.md#codes', '/docs/reference/errors#codes'],
  ['../pictures/a.webp', '/docs/pictures/a.webp'],
  ['../../openapi.json', '/openapi.json'],
  ['#part', '#part'],
  ['https://example.com/a', 'https://example.com/a'],
])('a link to %s leads to %s', (href, address) => {
  expect(contentOf(`[x](${href})`)).toBe(`<p><a href="${address}">x</a></p>`);
});

test.each([
  '../decisions/0001-engine.md',
  '../../README.md',
  '../../../etc/passwd',
  'nothing.md',
  'mailto:a@example.com',
])('a link to %s, which is not served, becomes text', (href) => {
  expect(contentOf(`[x](${href})`)).toBe('<p>x</p>');
});

test('code that names an endpoint leads to the API reference, but not inside of a link', () => {
  expect(contentOf('`POST /v1/send`')).toContain(
    '<a href="/reference/emails#postV1Send"><code>POST /v1/send</code></a>',
  );
  expect(contentOf('[`POST /v1/send`](../quickstart.md)')).toBe(
    '<p><a href="/docs/quickstart"><code>POST /v1/send</code></a></p>',
  );
});

test('pages have the address of the instance, as HTML and as text; the reference keeps defaults', () => {
  const text = '# A\n\n```sh\ncurl http://localhost:8080/v1/send\n```\n';
  const pages = pagesOf({ quickstart: text, 'reference/settings': text });

  expect(pages.page('quickstart')).toContain('curl https://mail.acme.example/v1/send');
  expect(pages.source('quickstart')).toContain('curl https://mail.acme.example/v1/send');
  expect(pages.source('reference/settings')).toBe(text);
  expect(pages.llmsFull()).toContain('curl https://mail.acme.example/v1/send');
});

test('there is no page of an unknown name', () => {
  for (const path of ['nothing', 'constructor', '', '../quickstart']) {
    expect([pagesOf({}).page(path), pagesOf({}).source(path)]).toEqual([null, null]);
  }
});

test('anchors are those of GitHub, also for headings of the same name', () => {
  const headings = headingsOf(blocksOf('# Send `a` mail!\n\n## 2. Over-view\n\n## Ids\n\n## Ids'));

  expect([...headings.values()].map(({ anchor }) => anchor)).toEqual(['send-a-mail', '2-over-view', 'ids', 'ids-1']);
});

test('fences are found inside of lists, with language and note', () => {
  expect(fencesOf(blocksOf('1. a\n\n   ```sh not run: it costs\n   ls\n   ```\n\n> ```json\n> {}\n> ```'))).toEqual([
    { language: 'sh', note: 'not run: it costs', code: 'ls' },
    { language: 'json', note: '', code: '{}' },
  ]);
});
