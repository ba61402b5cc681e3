import { performance } from 'node:perf_hooks';
import { bearer, clientOf } from '../../../server/testing/client.ts';
import { median } from '../comparison.ts';

/** Median milliseconds of each page for both projects, requested in turns so that noise affects both alike. */
export async function pageCosts(
  url: string,
  small: string,
  big: string,
  rounds: number,
): Promise<{ name: string; small: number; big: number }[]> {
  const results = [];
  for (const page of await pagesOf(url, [small, big])) {
    const times: Record<'small' | 'big', number[]> = { small: [], big: [] };
    for (let round = 0; round < rounds; round += 1) {
      times.small.push(await timed(url, page.paths[0], small));
      times.big.push(await timed(url, page.paths[1], big));
    }
    results.push({ name: page.name, small: median(times.small), big: median(times.big) });
  }
  return results;
}

async function pagesOf(url: string, keys: [string, string]): Promise<{ name: string; paths: [string, string] }[]> {
  const same = (name: string, path: string) => ({ name, paths: [path, path] as [string, string] });
  const cursors = await Promise.all(keys.map((key) => cursorAfter(url, key, '/contacts?limit=100', 5)));
  return [
    same('first page with total', '/contacts'),
    { name: 'cursor page', paths: cursors.map((cursor) => `/contacts?limit=100&cursor=${cursor}`) as [string, string] },
    same('first page by email', '/contacts?sort=email&dir=asc'),
    same('unsubscribed', '/contacts?subscribed=false'),
    same('search', '/contacts?search=needle-'),
    same('fields', '/contacts/fields'),
  ];
}

async function cursorAfter(url: string, key: string, path: string, pages: number): Promise<string> {
  let cursor = '';
  for (let page = 0; page < pages; page += 1) {
    const response = await clientOf(url, bearer(key)).get(`${path}&cursor=${cursor}`);
    cursor = response.body.cursor;
  }
  return cursor;
}

async function timed(url: string, path: string, key: string): Promise<number> {
  const start = performance.now();
  const response = await clientOf(url, bearer(key)).get(path);
  if (response.status !== 200) throw new Error(`${path} returned ${response.status}`);
  return performance.now() - start;
}
