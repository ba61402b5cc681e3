import type { KeyObject } from 'node:crypto';
import { createPrivateKey } from 'node:crypto';
import { dkimKeyFor, SigningKeyUnreadable } from '#features/domains';
import type { ProjectContext } from '#platform/context';
import type { DkimKey } from '#platform/message';

/** Signing keys, read and parsed once a minute at most: parsing one costs as much as signing with it. */
export interface SigningKeys {
  /** Throws `SigningKeyUnreadable` when there is none to be had: a mail waits, it does not leave without one. */
  keyFor(ctx: ProjectContext, domain: string): Promise<DkimKey>;
}

/** Removed since the mail was read: the next look at the mail closes it. */
class DomainGone extends SigningKeyUnreadable {}

interface Kept {
  readonly key: Promise<DkimKey>;
  readonly until: number;
}

const keptMs = 60_000;
const most = 5_000;

export function makeSigningKeys(): SigningKeys {
  const kept = new Map<string, Kept>();
  const shoutedAt = new Map<string, number>();
  /** Once a minute for each domain, however much mail waits for it. */
  const shout = (ctx: ProjectContext, domain: string, error: SigningKeyUnreadable): void => {
    const name = `${ctx.projectId}/${domain}`;
    const now = performance.now();
    if (now - (shoutedAt.get(name) ?? Number.NEGATIVE_INFINITY) < keptMs) return;
    if (shoutedAt.size >= most) shoutedAt.clear();
    shoutedAt.set(name, now);
    ctx.log.error({ error, domain }, 'signing key cannot be read, mail of the domain waits');
  };
  return {
    keyFor(ctx, domain) {
      const name = `${ctx.projectId}/${domain}`;
      const known = kept.get(name);
      if (known && known.until > performance.now()) return known.key;
      if (kept.size >= most) kept.clear();
      const key = readKey(ctx, domain);
      kept.set(name, { key, until: performance.now() + keptMs });
      key.catch((error: unknown) => {
        kept.delete(name);
        if (error instanceof SigningKeyUnreadable && !(error instanceof DomainGone)) shout(ctx, domain, error);
      });
      return key;
    },
  };
}

async function readKey(ctx: ProjectContext, domain: string): Promise<DkimKey> {
  const found = await ctx.read((reader) => dkimKeyFor(reader, domain));
  if (!found) throw new DomainGone('the domain is not there any more');
  return { domain, selector: found.selector, privateKey: parsed(found.privateKey) };
}

function parsed(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    throw new SigningKeyUnreadable('the signing key of the domain is damaged'); // Why no cause: it may quote the key
  }
}
