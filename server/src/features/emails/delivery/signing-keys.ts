import { createPrivateKey, type KeyObject } from 'node:crypto';
import { findDkimKey, SigningKeyUnreadable } from '#features/domains';
import type { ProjectContext } from '#platform/context';
import type { DkimKey } from '#platform/message';
import { Cache } from '#pure/cache';

/** Signing keys, loaded and parsed at most once a minute: parsing one costs as much as signing with it. */
export interface SigningKeys {
  /** Throws `SigningKeyUnreadable` when there is no usable key: the mail waits and does not leave unsigned. */
  keyFor(ctx: ProjectContext, domain: string): Promise<DkimKey>;
}

/** The domain was removed since the mail was loaded: the next claim closes the mail. */
class DomainGone extends SigningKeyUnreadable {}

const cacheOptions = { maxEntries: 5_000, age: { maxMs: 60_000, now: () => performance.now() } };

export function makeSigningKeys(): SigningKeys {
  const cache = new Cache<string, DkimKey>(cacheOptions);
  const logged = new Cache<string, true>(cacheOptions);
  /** Logs once a minute for each domain, however much mail waits for it. */
  const logUnreadable = (ctx: ProjectContext, domain: string, error: SigningKeyUnreadable): void => {
    const name = `${ctx.projectId}/${domain}`;
    if (logged.get(name)) return;
    logged.set(name, true);
    ctx.log.error({ error, domain }, 'signing key cannot be read, mail of the domain waits');
  };
  return {
    keyFor: (ctx, domain) =>
      cache.load(`${ctx.projectId}/${domain}`, () =>
        loadKey(ctx, domain).catch((error: unknown) => {
          if (error instanceof SigningKeyUnreadable && !(error instanceof DomainGone))
            logUnreadable(ctx, domain, error);
          throw error;
        }),
      ),
  };
}

async function loadKey(ctx: ProjectContext, domain: string): Promise<DkimKey> {
  const found = await ctx.read((reader) => findDkimKey(reader, domain));
  if (!found) throw new DomainGone('the domain is not there any more');
  return { domain, selector: found.selector, privateKey: parseKey(found.privateKey) };
}

function parseKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    throw new SigningKeyUnreadable('the signing key of the domain is damaged'); // Why no cause: it may quote the key
  }
}
