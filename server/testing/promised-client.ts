import { readFileSync } from 'node:fs';
import type { Route } from '../src/platform/http/index.ts';
import { type Client, clientOf } from './client.ts';
import { type Contract, readContract } from './contract.ts';
import { sendPlanted } from './log-search.ts';
import { unlessBusy } from './unless-busy.ts';

/** The document as it stands in the repository, read once for all files of a worker. */
let document: Contract | undefined;
const contract = (): Contract =>
  (document ??= readContract(
    JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as object,
  ));

/** What is served and not in the document: files of the dashboard, and what operators ask. */
const undescribed = ['/app', '/health', '/ready'];

/** A client that fails on a reply that `openapi.json` does not promise. Routes that only a test has are not in it either. */
export function promisedClient(baseUrl: string, extraRoutes: readonly Route[]): Client {
  const skipped = [...undescribed, ...extraRoutes.map(({ path }) => path.split('/:')[0] ?? '')];
  return clientOf(async (call) => {
    const reply = await unlessBusy(() => sendPlanted(baseUrl, call));
    if (!skipped.some((path) => isBelow(call.path, path))) contract().check(call, reply);
    return reply;
  });
}

const isBelow = (called: string, path: string): boolean =>
  /^[/?]?$/.test(called.slice(path.length, path.length + 1)) && called.startsWith(path);
