import type { ProjectContext } from '#platform/context';

import type { Claim } from '#platform/spool';
import { awaitProvider } from './await-provider.ts';
import type { Domain, DomainId } from './domain.ts';
import { expectedRecords } from './expected-records.ts';
import { keepOwnershipToken } from './keep-ownership-token.ts';
import { observeDomain } from './observe-domain.ts';
import { findDomain } from './queries.ts';
import { recordCheck } from './record-check.ts';
import { refreshIdentity } from './refresh-identity.ts';

/** What the look-ups share: somebody who waits gets all of D-713, the background has others to look after. */
const [patientMs, briskMs] = [10_000, 5_000] as const;
const freshMs = 10_000;

interface Manner {
  /** Also look for common mistakes. */
  readonly isThorough: boolean;
  /** The row of the spool that asked for it. */
  readonly claim?: Claim;
}

/** What came of a check: `fresh` when the last one is so young that it was not repeated (D-713). */
export type Checked =
  | { readonly kind: 'checked' | 'fresh'; readonly domain: Domain }
  | { readonly kind: 'gone' | 'interrupted' };

/** Looks a domain up and records what follows. The look-ups share their time and hold no connection meanwhile. */
export async function checkDomain(ctx: ProjectContext, id: DomainId, { isThorough, claim }: Manner): Promise<Checked> {
  const { domain: before, startedAt } = await ctx.read(async (reader) => ({
    domain: await findDomain(reader, id),
    startedAt: reader.now,
  }));
  if (!before) return { kind: 'gone' };
  if (before.lastCheckedAt && startedAt.getTime() - before.lastCheckedAt.getTime() < freshMs)
    return { kind: 'fresh', domain: before };

  const deadline = AbortSignal.timeout(claim ? briskMs : patientMs);
  const signal = claim ? AbortSignal.any([deadline, claim.signal]) : deadline;
  const identity = await refreshIdentity(ctx, before, { now: startedAt, signal, isThorough });
  const domain = { ...before, identity };
  const expected = expectedRecords(ctx.config, domain);
  const found = await observeDomain({ dns: ctx.dns, domain: domain.domain, signal, isThorough }, expected);
  if (claim?.signal.aborted) return { kind: 'interrupted' };
  const seen = awaitProvider(found, identity);
  const ownershipToken = await keepOwnershipToken(ctx, domain, seen.judgements);
  const after = await recordCheck(ctx, { domain: { ...domain, ownershipToken }, seen, startedAt, claim });
  return after ? { kind: 'checked', domain: after } : { kind: 'gone' };
}
