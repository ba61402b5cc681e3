import { z } from 'zod';
import { type Answer, definePageRoute, type Route } from '#platform/http';
import type { PageCall } from '#platform/identity';
import { loadOnce } from '#platform/load-once';
import { refusal } from '#platform/refusals';
import { type DocsPages, docsPages, pictureFolder } from '#pure/docs-pages';
import { type ApiDocument, operationPlaces } from '#pure/reference-pages';
import { readDocs, readPictures } from './docs-files.ts';
import { compressed, htmlType, type KeptPage, sendKept, uncompressed } from './kept-pages.ts';

const DocumentNotFound = refusal('missing', 'RESOURCE_NOT_FOUND', () => ({
  message: 'The documentation has no such page.',
  details: { resource: 'page' },
  suggestion: 'GET /docs lists the pages.',
}));

const replies = { 200: z.string(), 304: null };
const markdownType = 'text/markdown; charset=utf-8';
const textType = 'text/plain; charset=utf-8';

interface Documentation {
  readonly pages: DocsPages;
  readonly pictures: ReadonlyMap<string, Buffer>;
  readonly kept: Map<string, KeptPage>;
}

/** The documentation as pages and as text (D-1047). Each is made when it is first requested, and kept: there are as many as files. */
export function docsRoutes(documentFor: (baseUrl: string) => object): readonly Route[] {
  /** A process has one URL; a test may have several. */
  const byUrl = new Map<string, ReturnType<typeof loadOnce<Documentation>>>();

  async function load(baseUrl: string): Promise<Documentation> {
    const [texts, pictures] = await Promise.all([readDocs(), readPictures()]);
    const places = operationPlaces(documentFor(baseUrl) as ApiDocument); // the form of our own document
    const operationOf = (text: string): string | null => places.get(text) ?? null;
    return { pages: docsPages({ baseUrl, texts, operationOf }), pictures, kept: new Map() };
  }

  function loaded(baseUrl: string): Promise<Documentation> {
    const known = byUrl.get(baseUrl) ?? loadOnce(() => load(baseUrl));
    byUrl.set(baseUrl, known);
    return known.get();
  }

  async function send(call: PageCall, key: string, make: (from: Documentation) => KeptPage | null): Promise<Answer> {
    const documentation = await loaded(call.config.BASE_URL);
    const known = documentation.kept.get(key);
    if (known) return sendKept(known, call);
    const page = make(documentation);
    if (!page) throw DocumentNotFound();
    documentation.kept.set(key, page);
    return sendKept(page, call);
  }

  const index = definePageRoute({
    method: 'GET',
    path: '/docs',
    summary: 'The documentation: all pages in groups',
    replies,
    produces: 'text/html',
    run: (call) => send(call, '', ({ pages }) => compressed(pages.index())),
  });

  const topPage = definePageRoute({
    method: 'GET',
    path: '/docs/:page',
    summary: 'A page of the documentation',
    description: 'With `.md` behind its name it is Markdown.',
    params: z.object({ page: z.string() }),
    replies,
    refuses: [DocumentNotFound],
    produces: 'text/html',
    otherwise: { 'text/markdown': z.string() },
    run: (call, { params: { page } }) => send(call, page, ({ pages }) => pageOf(pages, page)),
  });

  const page = definePageRoute({
    method: 'GET',
    path: '/docs/:section/:page',
    summary: 'A page of a section of the documentation',
    description: 'With `.md` behind its name it is Markdown. `pictures` has the pictures of the pages.',
    params: z.object({ section: z.string(), page: z.string() }),
    replies,
    refuses: [DocumentNotFound],
    produces: 'text/html',
    otherwise: { 'text/markdown': z.string(), 'image/webp': z.string() },
    run: (call, { params: { section, page: name } }) =>
      send(call, `${section}/${name}`, ({ pages, pictures }) =>
        section === pictureFolder ? pictureOf(pictures, name) : pageOf(pages, `${section}/${name}`),
      ),
  });

  const llms = definePageRoute({
    method: 'GET',
    path: '/llms.txt',
    summary: 'The pages of the documentation for programs that read text',
    replies,
    produces: 'text/plain',
    run: (call) => send(call, '/llms.txt', ({ pages }) => compressed(pages.llms(), textType)),
  });

  const llmsFull = definePageRoute({
    method: 'GET',
    path: '/llms-full.txt',
    summary: 'The whole documentation as one text',
    replies,
    produces: 'text/plain',
    run: (call) => send(call, '/llms-full.txt', ({ pages }) => compressed(pages.llmsFull(), textType)),
  });

  return [index, topPage, page, llms, llmsFull];
}

function pageOf(pages: DocsPages, path: string): KeptPage | null {
  const isSource = path.endsWith('.md');
  const text = isSource ? pages.source(path.slice(0, -'.md'.length)) : pages.page(path);
  return text === null ? null : compressed(text, isSource ? markdownType : htmlType);
}

function pictureOf(pictures: ReadonlyMap<string, Buffer>, name: string): KeptPage | null {
  const bytes = pictures.get(name);
  return bytes ? uncompressed(bytes, 'image/webp') : null;
}
