import type { ProjectContext } from '#platform/context';
import type { Claim } from '#platform/spool';
import type { Domain, DomainId, DomainIdentity } from './domain.ts';
import { expectedRecords } from './expected-records.ts';
import { keepOwnershipToken } from './keep-ownership-token.ts';
import { observeDomain } from './observe-domain.ts';
import { findDomain } from './queries.ts';
import { recordCheck } from './record-check.ts';
import { refreshIdentity } from './refresh-identity.ts';
import type { Observation } from './step.ts';

/** Time for all look-ups together: a caller who waits gets all of D-713, a background check less. */
const [manualTimeoutMs, backgroundTimeoutMs] = [10_000, 5_000] as const;
const freshMs = 10_000;

interface CheckOptions {
  /** Also look for common mistakes. */
  readonly isThorough: boolean;
  /** The row of the spool, for a background check. */
  readonly claim?: Claim;
}

/** The result of a check: `fresh` when the last one is so recent that it was not repeated (D-713). */
export type CheckResult =
  | { readonly kind: 'checked' | 'fresh'; readonly domain: Domain }
  | { readonly kind: 'gone' | 'interrupted' };

/** Looks a domain up and records what follows. The look-ups share their time and hold no connection meanwhile. */
export async function checkDomain(
  ctx: ProjectContext,
  id: DomainId,
  { isThorough, claim }: CheckOptions,
): Promise<CheckResult> {
  const { domain: before, startedAt } = await ctx.read(async (reader) => ({
    domain: await findDomain(reader, id),
    startedAt: reader.now,
  }));
  if (!before) return { kind: 'gone' };
  if (before.lastCheckedAt && startedAt.getTime() - before.lastCheckedAt.getTime() < freshMs)
    return { kind: 'fresh', domain: before };

  const deadline = AbortSignal.timeout(claim ? backgroundTimeoutMs : manualTimeoutMs);
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

const unconfirmedMessage =
  'The record is there; Amazon SES has not confirmed it yet. That takes minutes as a rule, 72 hours at most.';

/** Until the provider accepts mail from the domain, a key that we can see is not enough: its mail would be refused. */
function awaitProvider(seen: Observation, identity: DomainIdentity | null): Observation {
  if (!identity || identity.isConfirmed) return seen;
  const judgements = seen.judgements.map((judgement) => {
    const { record, verdict } = judgement;
    const isProviders = record.purpose === 'DKIM' && record.type === 'CNAME';
    return isProviders && verdict === 'right'
      ? { ...judgement, verdict: 'unknown' as const, isAwaited: true, message: unconfirmedMessage }
      : judgement;
  });
  return { ...seen, judgements };
}
