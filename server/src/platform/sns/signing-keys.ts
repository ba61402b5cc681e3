import type { KeyObject } from 'node:crypto';
import { X509Certificate } from 'node:crypto';
import type { Config } from '#platform/config';
import { askSns } from './ask-sns.ts';

interface Kept {
  readonly key: KeyObject;
  readonly from: number;
  readonly until: number;
}

/** Too many certificates that we did not know were asked for; the sender repeats. */
export class TooManyCertificates extends Error {
  override readonly name = 'TooManyCertificates';
}

const mostKept = 10;
const mostFetchesPerMinute = 20;

interface Shelf {
  readonly kept: Map<string, Kept>;
  readonly coming: Map<string, Promise<Kept | null>>;
  fetches: { since: number; count: number };
}

const shelves = new WeakMap<Config, Shelf>();

/**
 * The public key behind a checked certificate address, fetched once; null when the service has none there or it is not
 * valid now. Limits: 10 are kept, 20 fetches a minute.
 */
export async function snsSigningKey(config: Config, address: URL, now: Date): Promise<KeyObject | null> {
  const shelf = shelfOf(config);
  const found = shelf.kept.get(address.href) ?? (await fetchOnce(config, shelf, address));
  if (!found) return null;
  shelf.kept.delete(address.href); // used last, dropped last
  shelf.kept.set(address.href, found);
  for (const oldest of shelf.kept.keys()) {
    if (shelf.kept.size <= mostKept) break;
    shelf.kept.delete(oldest);
  }
  return found.from <= now.getTime() && now.getTime() <= found.until ? found.key : null;
}

function shelfOf(config: Config): Shelf {
  const shelf = shelves.get(config) ?? {
    kept: new Map(),
    coming: new Map(),
    fetches: { since: performance.now(), count: 0 },
  };
  shelves.set(config, shelf);
  return shelf;
}

function fetchOnce(config: Config, shelf: Shelf, address: URL): Promise<Kept | null> {
  const waiting = shelf.coming.get(address.href);
  if (waiting) return waiting;
  const now = performance.now();
  if (now - shelf.fetches.since > 60_000) shelf.fetches = { since: now, count: 0 };
  shelf.fetches.count += 1;
  if (shelf.fetches.count > mostFetchesPerMinute) throw new TooManyCertificates('too many unknown certificates');
  const coming = fetchCertificate(config, address).finally(() => shelf.coming.delete(address.href));
  shelf.coming.set(address.href, coming);
  return coming;
}

async function fetchCertificate(config: Config, address: URL): Promise<Kept | null> {
  const { status, body } = await askSns(config, address);
  if (status >= 400 && status < 500) return null;
  if (status !== 200) throw new Error(`the certificate was answered with ${status}`);
  const certificate = new X509Certificate(body);
  return {
    key: certificate.publicKey,
    from: Date.parse(certificate.validFrom),
    until: Date.parse(certificate.validTo),
  };
}
