import { setImmediate as nextTurn } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import type { ProjectTx } from '#platform/context';
import { writeLater } from '#platform/db';
import { linkIdOf } from './link-id.ts';
import { trackedUrls } from './tracked-urls.ts';

/** Characters that are searched in one turn of the event loop; other requests are served in between. */
const maxCharacters = 512 * 1024;
const maxLinks = 1_000;

/**
 * Stores the addresses that these bodies link to, each once in a project; one statement for a thousand of them, sent with the commit.
 * For mails whose clicks are tracked, in the transaction that accepts them.
 */
export const storeLinks = async (tx: ProjectTx, htmls: readonly string[]): Promise<void> =>
  storeUrls(tx, await urlsIn(tx, htmls));

/** The same for addresses that have been found already. */
export function storeUrls(tx: ProjectTx, urls: Iterable<string>): void {
  const links = Array.from(urls, (url) => ({ id: linkIdOf(tx.projectId, url), url }));
  links.sort((a, b) => (a.id < b.id ? -1 : 1)); // Why: two transactions that store the same addresses never deadlock
  for (let first = 0; first < links.length; first += maxLinks) {
    insertLinks(tx, links.slice(first, first + maxLinks));
  }
}

async function urlsIn(tx: ProjectTx, htmls: readonly string[]): Promise<Set<string>> {
  const urls = new Set<string>();
  let characters = 0;
  for (const html of htmls) {
    for (const url of trackedUrls(tx.config, html)) urls.add(url);
    characters += html.length;
    if (characters < maxCharacters) continue;
    characters = 0;
    await nextTurn();
  }
  return urls;
}

function insertLinks(tx: ProjectTx, links: readonly { id: string; url: string }[]): void {
  const values = [tx.projectId, links.map(({ id }) => id), links.map(({ url }) => url)];
  writeLater(tx.db, CompiledQuery.raw(statement, values));
}

const statement = `
  insert into email_links (project_id, id, url)
  select $1, id, url from unnest((select $2::uuid[]), $3::text[]) l (id, url)
  on conflict (project_id, id) do nothing`;
