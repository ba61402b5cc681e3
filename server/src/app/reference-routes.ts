import { z } from 'zod';
import { definePageRoute, type Route } from '#platform/http';
import { refusal } from '#platform/refusals';
import { type ApiDocument, type ReferencePages, referencePages } from '#pure/reference-pages';
import { compressed, type KeptPage, sendKept } from './kept-pages.ts';

const GroupNotFound = refusal('missing', 'RESOURCE_NOT_FOUND', () => ({
  message: 'The reference has no such group.',
  details: { resource: 'group' },
  suggestion: 'GET /reference lists the groups.',
}));

const Page = z.string();
const replies = { 200: Page, 304: null };

/** The contract as pages for people (D-1041). Each is made when it is first requested, and kept: there are as many as groups. */
export function referenceRoutes(documentFor: (baseUrl: string) => object): readonly Route[] {
  let made: { readonly baseUrl: string; readonly pages: ReferencePages; readonly kept: Map<string, KeptPage> } | null =
    null;

  function madeFor(baseUrl: string): NonNullable<typeof made> {
    // A process has one URL.
    if (made?.baseUrl !== baseUrl) {
      const document = documentFor(baseUrl) as ApiDocument; // the form of our own document
      made = { baseUrl, pages: referencePages(document), kept: new Map() };
    }
    return made;
  }

  function pageOf(baseUrl: string, key: string, write: (pages: ReferencePages) => string | null): KeptPage | null {
    const { pages, kept } = madeFor(baseUrl);
    const known = kept.get(key);
    if (known) return known;
    const text = write(pages);
    if (text === null) return null;
    const page = compressed(text);
    kept.set(key, page);
    return page;
  }

  const overview = definePageRoute({
    method: 'GET',
    path: '/reference',
    summary: 'The contract as a page: groups, operations and error codes',
    replies,
    produces: 'text/html',
    async run(call) {
      const page = pageOf(call.config.BASE_URL, '', (pages) => pages.overview());
      if (!page) throw new Error('the reference has no overview');
      return sendKept(page, call);
    },
  });

  const group = definePageRoute({
    method: 'GET',
    path: '/reference/:group',
    summary: 'The operations of one group as a page',
    params: z.object({ group: z.string() }),
    replies,
    refuses: [GroupNotFound],
    produces: 'text/html',
    async run(call, { params: { group: name } }) {
      const page = pageOf(call.config.BASE_URL, name, (pages) => pages.group(name));
      if (!page) throw GroupNotFound();
      return sendKept(page, call);
    },
  });

  return [overview, group];
}
