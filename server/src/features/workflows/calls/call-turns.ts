import { perApp } from '#platform/context';
import { limits } from '#pure/limits';

/** What is known of a host of a project. */
interface HostPace {
  /** When the last of the calls that wait has its turn, as far as can be said. */
  lastTurnMs: number;
  /** How long its calls took of late; null before the first has ended. */
  callMs: number | null;
}

const maxHosts = 10_000;
/** As long as the longest wait: a host that has become fast is asked again within that time. */
const maxWaitMs = 60_000;
const minWaitMs = 500;
/** Of a call to a host that none has been made to. */
const assumedCallMs = 1_000;

/**
 * When a call that found no free slot is tried again. Each gets a turn behind the ones before it, at the pace at which its host has
 * replied lately, so that thousands of calls to a slow host are not claimed and put back all the time, and hold no slots of the spool.
 * Only a hint: it is kept by this process and bounded.
 */
export class CallTurns {
  readonly #hosts = new Map<string, HostPace>();

  /** Milliseconds until the call is to be tried again. */
  nextTurn(host: string, now: number): number {
    const pace = this.#paceOf(host);
    const paceMs = (pace.callMs ?? assumedCallMs) / limits.callsPerHost;
    pace.lastTurnMs = Math.min(Math.max(pace.lastTurnMs, now) + paceMs, now + maxWaitMs);
    return Math.max(minWaitMs, pace.lastTurnMs - now);
  }

  /** A call to this host took so long. */
  ended(host: string, callMs: number): void {
    const pace = this.#paceOf(host);
    pace.callMs = ((pace.callMs ?? callMs) + callMs) / 2;
  }

  #paceOf(host: string): HostPace {
    const known = this.#hosts.get(host);
    if (known) return known;
    if (this.#hosts.size >= maxHosts) this.#hosts.clear();
    const made: HostPace = { lastTurnMs: 0, callMs: null };
    this.#hosts.set(host, made);
    return made;
  }
}

export const callTurnsOf = perApp(() => new CallTurns());
