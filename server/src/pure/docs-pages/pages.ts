import { html, pageHtml } from '#pure/html-pages';
import { addressOf } from './links.ts';
import { blocksOf, partsOf, plainText } from './markdown.ts';
import { markdownHtml } from './markdown-html.ts';
import { errorFolder, type ListedPage, pageGroups, pictureFolder } from './page-list.ts';

interface DocsSource {
  /** The address of this instance; pages are written for `http://localhost:8080`. */
  readonly baseUrl: string;
  /** Markdown by its path without `.md`. */
  readonly texts: ReadonlyMap<string, string>;
  /** The place in the API reference for a text such as `POST /v1/send`. */
  operationOf(text: string): string | null;
}

/** The documentation: whole documents without scripts, and the same as text. Null where there is no such page. */
export interface DocsPages {
  index(): string;
  page(path: string): string | null;
  source(path: string): string | null;
  /** The list of pages for programs that read text. */
  llms(): string;
  /** All of them as one text. */
  llmsFull(): string;
}

const writtenUrl = 'http://localhost:8080';
const listed = pageGroups.flatMap(({ pages }) => pages);
const navigation = pageGroups.map(({ title, pages }) => ({
  title,
  links: pages.map((page) => ({ title: page.title, href: `/docs/${page.path}` })),
}));

export function docsPages({ baseUrl, texts, operationOf }: DocsSource): DocsPages {
  const isServed = (path: string): boolean => texts.has(path) || path.startsWith(`${pictureFolder}/`);

  /** With the address of this instance; the reference says what defaults are, and keeps them. */
  function source(path: string): string | null {
    const text = texts.get(path);
    if (text === undefined) return null;
    return path.startsWith('reference/') ? text : text.replaceAll(writtenUrl, baseUrl);
  }

  function page(path: string): string | null {
    const text = source(path);
    if (text === null) return null;
    const blocks = blocksOf(text);
    const links = { addressOf: (href: string) => addressOf(path, href, isServed), operationOf };
    const main = html`<article class="text">
${markdownHtml(blocks, links)}
<p class="source"><a href="/docs/${path}.md">This page as Markdown</a></p>
</article>`;
    const { title } = aboutOf(text, path);
    const inNavigation = path.startsWith(`${errorFolder}/`) ? 'reference/errors' : path;
    const current = `/docs/${inNavigation}`;
    return pageHtml({ title: `${title} · Postrider`, part: 'docs', navigation, current, main }).text;
  }

  function index(): string {
    const groups = pageGroups.map(
      (group) => html`<section aria-labelledby="${anchorOf(group.title)}">
<h2 id="${anchorOf(group.title)}">${group.title}</h2>
<ul class="contents">
${group.pages.map(
  ({ path, title }) =>
    html`<li><a href="/docs/${path}">${title}</a> <span>${aboutOf(source(path) ?? '', path).sentence}</span></li>`,
)}
</ul>
</section>`,
    );
    const main = html`<h1>Documentation</h1>
<p>${introduction} This is the documentation of the instance at <code>${baseUrl}</code>, of its own version. Endpoints with their fields
and replies are in the <a href="/reference">API reference</a>. For programs: <a href="/llms.txt">llms.txt</a>,
<a href="/llms-full.txt">llms-full.txt</a>, <a href="/openapi.json">openapi.json</a>.</p>
${groups}`;
    return pageHtml({ title: 'Documentation · Postrider', part: 'docs', navigation, current: '/docs', main }).text;
  }

  function llms(): string {
    const line = ({ path, title }: ListedPage): string =>
      `- [${title}](${baseUrl}/docs/${path}.md): ${aboutOf(source(path) ?? '', path).sentence}`;
    const groups = pageGroups.map(({ title, pages }) => `## ${title}\n\n${pages.map(line).join('\n')}\n`);
    const contract = `- [OpenAPI 3.1 document](${baseUrl}/openapi.json): Every endpoint with its fields, replies and errors.`;
    return `# Postrider\n\n> ${introduction}\n\n${groups.join('\n')}${contract}\n`;
  }

  const llmsFull = (): string =>
    listed
      .flatMap(({ path }) => {
        const text = source(path);
        return text === null ? [] : [`<!-- ${baseUrl}/docs/${path}.md -->\n\n${text.trim()}\n`];
      })
      .join('\n');

  return { index, page, source, llms, llmsFull };
}

const introduction =
  'Postrider is an email platform that you run yourself: transactional mail, contacts, segments, campaigns, workflows and events behind one HTTP API and one dashboard.';

const anchorOf = (title: string): string => title.toLowerCase();

/** The heading of a page, and the first sentence below it. */
function aboutOf(text: string, path: string): { readonly title: string; readonly sentence: string } {
  const blocks = blocksOf(text);
  const heading = blocks.find(({ type }) => type === 'heading');
  const paragraph = blocks.find(({ type }) => type === 'paragraph');
  const words = (block: typeof heading): string =>
    block && 'tokens' in block ? plainText(partsOf(block)).replace(/\s+/g, ' ') : '';
  const [sentence = ''] = /^.*?[.:](?=\s|$)/.exec(words(paragraph)) ?? [words(paragraph)];
  return { title: words(heading) || path, sentence: sentence.replace(/:$/, '.') };
}
