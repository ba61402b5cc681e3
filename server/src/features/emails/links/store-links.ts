import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import { linkIdOf } from './link-id.ts';
import { trackedUrls } from './tracked-urls.ts';

/**
 * Keeps the addresses that these bodies link to, each of them once in a project; one statement whatever their number.
 * For mails whose clicks are tracked, in the transaction that accepts them.
 */
export async function storeLinks(tx: ProjectTx, htmls: readonly string[]): Promise<void> {
  const urls = new Set(htmls.flatMap((html) => trackedUrls(tx.config, html)));
  if (urls.size === 0) return;
  const links = Array.from(urls, (url) => ({ id: linkIdOf(tx.projectId, url), url }));
  links.sort((a, b) => (a.id < b.id ? -1 : 1)); // Why: two that store the same addresses never wait in a circle
  await sql`
    insert into email_links (project_id, id, url)
    select ${tx.projectId}, id, url
      from unnest(${links.map(({ id }) => id)}::uuid[], ${links.map(({ url }) => url)}::text[]) l (id, url)
    on conflict (project_id, id) do nothing`.execute(tx.db);
}
