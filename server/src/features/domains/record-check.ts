import { isDeepStrictEqual } from 'node:util';
import type { ProjectContext, ProjectTx } from '#platform/context';
import { Interrupted, isUniqueViolation } from '#platform/db';
import type { Claim } from '#platform/spool';
import type { Domain, DomainState } from './domain.ts';
import { followUp } from './follow-up.ts';
import { lockDomains } from './lock-domains.ts';
import { noteCheck } from './note-check.ts';
import { findDomain } from './queries.ts';
import type { Observation, Step } from './step.ts';
import { step } from './step.ts';

interface Check {
  /** The domain as it was before the first look-up. */
  readonly domain: Domain;
  readonly seen: Observation;
  /** Before the first look-up, by the database clock. */
  readonly startedAt: Date;
  readonly claim: Claim | undefined;
}

/**
 * Writes what a check means: the state when it changed, and when the domain was checked. Null when it is gone.
 * Invariant: at most one project has a domain verified. The database says no to the second, and the step is taken again
 * with that knowledge (D-709).
 */
export async function recordCheck(ctx: ProjectContext, check: Check): Promise<Domain | null> {
  try {
    return await ctx.transaction(async (tx) => (await noteUnchanged(tx, check)) ?? write(tx, check, false));
  } catch (error) {
    if (!isUniqueViolation(error, 'domains_verified_owner')) throw error;
    return ctx.transaction((tx) => write(tx, check, true));
  }
}

/** The usual case, in one statement: the check found what the row says, and the row is still the one it started from. */
async function noteUnchanged(tx: ProjectTx, check: Check): Promise<Domain | null> {
  const { domain, seen } = check;
  if (!isSame(domain, step(domain, seen, tx.now, false).next)) return null;
  return (await noteCheck(tx, check, domain.revision)) ? { ...domain, lastCheckedAt: tx.now } : null;
}

async function write(tx: ProjectTx, check: Check, isClaimed: boolean): Promise<Domain | null> {
  const before = await findDomain(tx, check.domain.id);
  if (!before) return null;
  // Why: a slow check must not overrule one that began after it and has already ended.
  const isOvertaken = before.lastCheckedAt !== null && before.lastCheckedAt > check.startedAt;
  const after = isOvertaken ? before : await take(tx, before, step(before, check.seen, tx.now, isClaimed));
  await noteCheck(tx, check, after.revision);
  return after;
}

async function take(tx: ProjectTx, before: Domain, { next, effect }: Step): Promise<Domain> {
  if (isSame(before, next)) return { ...before, lastCheckedAt: tx.now };
  if (next.status !== before.status) await lockDomains(tx);
  const written = await tx.db
    .updateTable('domains')
    .set({
      ...stateOf(next),
      findings: JSON.stringify(next.findings),
      revision: before.revision + 1,
      updatedAt: tx.now,
    })
    .where('projectId', '=', tx.projectId)
    .where('id', '=', before.id)
    .where('revision', '=', before.revision)
    .returning('id')
    .executeTakeFirst();
  if (!written) throw new Interrupted('another check of the domain was written meanwhile');
  if (effect) await followUp(tx, before, effect);
  return { ...before, ...stateOf(next), revision: before.revision + 1, updatedAt: tx.now, lastCheckedAt: tx.now };
}

const stateOf = (state: DomainState): DomainState => ({
  status: state.status,
  verifiedAt: state.verifiedAt,
  atRiskSince: state.atRiskSince,
  atRiskMailedAt: state.atRiskMailedAt,
  isClaimed: state.isClaimed,
  spfProblem: state.spfProblem,
  dmarcPolicy: state.dmarcPolicy,
  findings: state.findings,
});

const isSame = (before: DomainState, next: DomainState): boolean => isDeepStrictEqual(stateOf(before), stateOf(next));
