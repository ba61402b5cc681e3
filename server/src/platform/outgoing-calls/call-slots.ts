import { Shares, type WaitOptions } from '#platform/shares';
import { limits } from '#pure/limits';

/** Calls of one process at once. Why not more: each holds a connection and up to a few hundred kilobytes. */
const maxOfProcess = 100;

/**
 * Slots for calls: a project has a few, and of those a host of it even fewer, so one slow host delays neither the project's other
 * hosts nor other projects. Each feature that calls has its own.
 */
export class CallSlots {
  readonly #hosts = new Shares({ slots: Number.POSITIVE_INFINITY, maxPerOwner: () => limits.callsPerHost });
  readonly #projects = new Shares({ slots: maxOfProcess, maxPerOwner: () => limits.callsPerProject });

  /**
   * Runs `work` when the host and the project both have a slot. Waiting callers are served in turn, one per project; `maxWaiting: 0`
   * throws `NoFreeSlot` at once instead. `withinMs` is the wait for each of the two slots.
   */
  within<T>(projectId: string, url: string, work: () => Promise<T>, waitOptions?: WaitOptions): Promise<T> {
    // Why the host first: callers that wait for a slow host hold none of the project's slots.
    return this.#hosts.within(
      `${projectId} ${hostOf(url)}`,
      () => this.#projects.within(projectId, work, waitOptions),
      waitOptions,
    );
  }

  /** The same for callers that limit the calls to one target by themselves. */
  withinProject<T>(projectId: string, work: () => Promise<T>, waitOptions?: WaitOptions): Promise<T> {
    return this.#projects.within(projectId, work, waitOptions);
  }
}

/** Without the final dot, which names the same host. A URL that is none fails in the call itself. */
const hostOf = (url: string): string =>
  (url.length > limits.callUrlCharacters ? null : URL.parse(url))?.hostname.replace(/\.$/, '') ?? '';
