import { limits } from '#pure/limits';
import { priorityOf } from './lanes.ts';

/** Hand-overs of one worker through providers that projects brought. */
export interface OwnSessions {
  /** Takes a session for a mail of this lane; null when it has to wait. The caller gives it back. */
  take(owner: SessionOwner, lane: string): (() => void) | null;
}

/** What is known of one project's provider, and how much of the worker it has. */
export interface SessionOwner {
  busy: number;
  /** Sessions it may have at once: one until it has taken a mail, more with each that it takes, one again after a failure. */
  allowed: number;
  /** How long a hand-over holds a session, on average. */
  seconds: number;
}

/** Of the 20 sessions of a worker, so that mail for the relays of the instance always has some. */
const maxOfAll = { urgent: 12, bulk: 10 } as const;
/** Of one project. Why fewer for bulk: a receipt finds a free one beside the project's own campaign. */
const max = { urgent: limits.providerSessions, bulk: 4 } as const;
const weightOfLast = 0.2;

export const newOwner = (): SessionOwner => ({ busy: 0, allowed: 1, seconds: 0.1 });

export function makeOwnSessions(now: () => number = () => performance.now()): OwnSessions {
  let busy = 0;
  return {
    take(owner, lane) {
      const priority = priorityOf({ lane });
      if (owner.busy >= Math.min(owner.allowed, max[priority]) || busy >= maxOfAll[priority]) return null;
      const since = now();
      owner.busy += 1;
      busy += 1;
      return () => {
        owner.busy -= 1;
        busy -= 1;
        owner.seconds += weightOfLast * ((now() - since) / 1_000 - owner.seconds);
      };
    },
  };
}

/** A provider that took a mail may have more at once; one that did not answer has to show first that it works. */
export function noteAnswer(owner: SessionOwner, isWell: boolean): void {
  owner.allowed = isWell ? Math.min(owner.allowed + 1, max.urgent) : 1;
}

/** Mails of this lane that the provider takes in a second; an estimate. */
export const rateOf = (owner: SessionOwner, lane: string): number =>
  max[priorityOf({ lane })] / Math.max(owner.seconds, 0.01);
