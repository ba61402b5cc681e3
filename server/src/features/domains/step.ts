import type { DmarcPolicy } from '#pure/dns-records';
import type { DomainState, SpfProblem } from './domain.ts';
import { findingAfter, type RecordJudgement } from './judge-record.ts';

/** What one check has seen. */
export interface Observation {
  readonly judgements: readonly RecordJudgement[];
  /** Undefined: unknown. */
  readonly spfProblem: SpfProblem | null | undefined;
  readonly dmarcPolicy: DmarcPolicy | null | undefined;
  /** A thorough check also looked for common mistakes. */
  readonly isThorough: boolean;
}

/** What follows from a step: `at-risk` only when the team is to be notified. */
export type DomainEffect = 'verified' | 'at-risk' | 'lost';

export interface DomainStep {
  readonly next: DomainState;
  readonly effect: DomainEffect | null;
}

const hour = 60 * 60 * 1_000;
const lostAfter = 24 * hour;
const mailAgainAfter = 30 * 24 * hour;

/**
 * Decides what a check means for a domain (contract/06, section 3). Invariant: only definite answers change the state.
 * `isClaimed`: another project has the domain verified.
 */
export function step(state: DomainState, seen: Observation, now: Date, isClaimed: boolean): DomainStep {
  const required = seen.judgements.filter(({ record }) => record.required);
  const areAllRight = required.length > 0 && required.every(({ verdict }) => verdict === 'right');
  const isAnyWrong = required.some(({ verdict }) => verdict === 'wrong');
  const observed: DomainState = {
    ...state,
    findings: seen.judgements.map((judgement) => findingAfter(judgement, state.findings, seen.isThorough)),
    spfProblem: seen.spfProblem === undefined ? state.spfProblem : seen.spfProblem,
    dmarcPolicy: seen.dmarcPolicy === undefined ? state.dmarcPolicy : seen.dmarcPolicy,
  };
  if (areAllRight) return whenRight(observed, now, isClaimed);
  if (isAnyWrong)
    return state.status === 'verified' ? whenBroken(observed, now) : stay({ ...observed, isClaimed: false });
  return stay(observed);
}

const stay = (next: DomainState): DomainStep => ({ next, effect: null });

function whenRight(state: DomainState, now: Date, isClaimed: boolean): DomainStep {
  if (state.status === 'verified') return stay({ ...state, atRiskSince: null });
  if (isClaimed) return stay({ ...state, isClaimed: true });
  return { next: { ...state, status: 'verified', verifiedAt: now, isClaimed: false }, effect: 'verified' };
}

function whenBroken(state: DomainState, now: Date): DomainStep {
  const { atRiskSince, atRiskMailedAt } = state;
  if (atRiskSince === null) {
    const isMailed = atRiskMailedAt === null || now.getTime() - atRiskMailedAt.getTime() >= mailAgainAfter;
    const next = { ...state, atRiskSince: now, atRiskMailedAt: isMailed ? now : atRiskMailedAt };
    return { next, effect: isMailed ? 'at-risk' : null };
  }
  if (now.getTime() - atRiskSince.getTime() < lostAfter) return stay(state);
  return { next: { ...state, status: 'pending', verifiedAt: null, atRiskSince: null }, effect: 'lost' };
}
