import { isDeepStrictEqual } from 'node:util';
import { listTeamLeaders } from '#features/projects';
import type { ProjectContext, ProjectTx } from '#platform/context';
import { isUniqueViolation, LostRace } from '#platform/db';
import type { Claim } from '#platform/spool';
import type { Domain, DomainState } from './domain.ts';
import { lockDomains, recordVerifiedDomains } from './lock-domains.ts';
import { noteCheck } from './note-check.ts';
import { findDomain } from './queries.ts';
import { sendNotice } from './send-notice.ts';
import { DomainLost, DomainVerified } from './signals.ts';
import { type DomainEffect, type DomainStep, type Observation, step } from './step.ts';

interface FinishedCheck {
  /** The domain before the first look-up. */
  readonly domain: Domain;
  readonly seen: Observation;
  /** Before the first look-up, by the database clock. */
  readonly startedAt: Date;
  readonly claim: Claim | undefined;
}

/**
 * Writes the result of a check: the state when it changed, and the time of the check. Null when the domain is gone.
 * Invariant: at most one project has a domain verified. The database refuses the second, and the step is computed again
 * as claimed (D-709).
 */
export async function recordCheck(ctx: ProjectContext, check: FinishedCheck): Promise<Domain | null> {
  try {
    return await ctx.transaction(async (tx) => (await noteUnchanged(tx, check)) ?? writeCheck(tx, check, false));
  } catch (error) {
    if (!isUniqueViolation(error, 'domains_verified_owner')) throw error;
    return ctx.transaction((tx) => writeCheck(tx, check, true));
  }
}

/** The usual case, in one statement: the check found what the row says, and the row is still the one it started from. */
async function noteUnchanged(tx: ProjectTx, check: FinishedCheck): Promise<Domain | null> {
  const { domain, seen } = check;
  if (!isSame(domain, step(domain, seen, tx.now, false).next)) return null;
  return (await noteCheck(tx, check, domain.revision)) ? { ...domain, lastCheckedAt: tx.now } : null;
}

async function writeCheck(tx: ProjectTx, check: FinishedCheck, isClaimed: boolean): Promise<Domain | null> {
  const before = await findDomain(tx, check.domain.id);
  if (!before) return null;
  // Why: a slow check must not overrule one that began after it and has already ended.
  const isOvertaken = before.lastCheckedAt !== null && before.lastCheckedAt > check.startedAt;
  const after = isOvertaken ? before : await applyStep(tx, before, step(before, check.seen, tx.now, isClaimed));
  await noteCheck(tx, check, after.revision);
  return after;
}

async function applyStep(tx: ProjectTx, before: Domain, { next, effect }: DomainStep): Promise<Domain> {
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
  if (!written) throw new LostRace('another check of the domain was written meanwhile');
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

/** The effects of a transition, in the same transaction: signals, the project's readiness, mail to the team. */
async function followUp(tx: ProjectTx, { id, domain }: Domain, effect: DomainEffect): Promise<void> {
  if (effect !== 'at-risk') {
    await recordVerifiedDomains(tx);
    await tx.emit(effect === 'verified' ? DomainVerified : DomainLost, { domainId: id, domain });
  }
  // One task for each person: a failed mail is repeated to that person only.
  for (const { userId } of await listTeamLeaders(tx, tx.projectId)) {
    await tx.enqueue(sendNotice, { projectId: tx.projectId, domainId: id, userId, about: effect });
  }
}
