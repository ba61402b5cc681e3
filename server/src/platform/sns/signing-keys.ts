import { type KeyObject, X509Certificate } from 'node:crypto';
import type { Config } from '#platform/config';
import type { CallContext } from '#platform/outgoing-calls';
import { Cache } from '#pure/cache';
import { fetchFromSns } from './fetch-from-sns.ts';

interface SigningKey {
  readonly key: KeyObject;
  readonly from: number;
  readonly until: number;
}

/** Too many unknown certificates were requested; the sender repeats. */
export class TooManyCertificates extends Error {
  override readonly name = 'TooManyCertificates';
}

const maxFetchesPerMinute = 20;

interface SnsKeys {
  readonly cache: Cache<string, SigningKey | null>;
  fetches: { since: number; count: number };
}

const keysByConfig = new WeakMap<Config, SnsKeys>();

/**
 * The public key behind a checked certificate URL, fetched once; null when the service has none there or it is not valid
 * now. Limits: 10 are cached, 20 fetches a minute.
 */
export async function snsSigningKey(ctx: CallContext, address: URL, now: Date): Promise<KeyObject | null> {
  const keys = keysOf(ctx.config);
  const fetchKey = (): Promise<SigningKey | null> => {
    countFetch(keys);
    return fetchCertificate(ctx, address);
  };
  const found = await keys.cache.load(address.href, fetchKey, (key) => key !== null);
  if (!found) return null;
  return found.from <= now.getTime() && now.getTime() <= found.until ? found.key : null;
}

function keysOf(config: Config): SnsKeys {
  const keys = keysByConfig.get(config) ?? {
    cache: new Cache({ maxEntries: 10 }),
    fetches: { since: performance.now(), count: 0 },
  };
  keysByConfig.set(config, keys);
  return keys;
}

function countFetch(keys: SnsKeys): void {
  const now = performance.now();
  if (now - keys.fetches.since > 60_000) keys.fetches = { since: now, count: 0 };
  keys.fetches.count += 1;
  if (keys.fetches.count > maxFetchesPerMinute) throw new TooManyCertificates('too many unknown certificates');
}

async function fetchCertificate(ctx: CallContext, address: URL): Promise<SigningKey | null> {
  const { status, body } = await fetchFromSns(ctx, address);
  if (status >= 400 && status < 500) return null;
  if (status !== 200) throw new Error(`the certificate was answered with ${status}`);
  const certificate = new X509Certificate(body);
  return {
    key: certificate.publicKey,
    from: Date.parse(certificate.validFrom),
    until: Date.parse(certificate.validTo),
  };
}
