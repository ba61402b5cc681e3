import { createPrivateKey } from 'node:crypto';
import { dkimKeyFor } from '#features/domains';
import type { ProjectContext } from '#platform/context';
import type { DkimKey } from '#platform/message';

/** Signing keys, read and parsed once a minute at most: parsing one costs as much as signing with it. */
export interface SigningKeys {
  keyFor(ctx: ProjectContext, domain: string): Promise<DkimKey | null>;
}

interface Kept {
  readonly key: Promise<DkimKey | null>;
  readonly until: number;
}

const keptMs = 60_000;
const most = 5_000;

export function makeSigningKeys(): SigningKeys {
  const kept = new Map<string, Kept>();
  return {
    keyFor(ctx, domain) {
      const name = `${ctx.projectId}/${domain}`;
      const known = kept.get(name);
      if (known && known.until > performance.now()) return known.key;
      if (kept.size >= most) kept.clear();
      const key = readKey(ctx, domain);
      kept.set(name, { key, until: performance.now() + keptMs });
      key.catch(() => kept.delete(name));
      return key;
    },
  };
}

async function readKey(ctx: ProjectContext, domain: string): Promise<DkimKey | null> {
  const found = await ctx.read((reader) => dkimKeyFor(reader, domain));
  return found && { domain, selector: found.selector, privateKey: createPrivateKey(found.privateKey) };
}
