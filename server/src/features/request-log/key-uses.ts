import type { FinishedCall } from '#platform/http';
import { timeOfId } from '#platform/ids';
import { network } from '#platform/rate-limit';
import { userAgentOf } from './call-line.ts';

/** Calls with a key of a project in one hour, as `write_logged_calls` takes them. */
interface KeyUse {
  readonly project_id: string;
  readonly hour: Date;
  readonly kind: string;
  readonly user_agent: string;
  readonly network: string;
  calls: number;
  last_used_at: Date;
}

const hourMs = 3_600_000;
const agentCharacters = 200;
/** Beyond so many until the next write, uses of a project are one sum: callers choose their user agents. */
const maxDistinct = 5_000;
/** One that was taken rests for so long, so that a busy caller costs few writes; a new one is taken at once. */
const restMs = 5_000;
/** So many may rest: with more, resting ones would leave no room for new ones. */
const maxResting = 1_000;

/** Counts calls with keys until they are written. Those of a public key are one sum: its clients are visitors (D-1115). */
export class KeyUses {
  #uses = new Map<string, KeyUse>();
  readonly #takenAt = new Map<string, number>();
  #fresh = 0;

  get size(): number {
    return this.#uses.size;
  }

  /** Those that do not rest. */
  get fresh(): number {
    return this.#fresh;
  }

  count(call: FinishedCall): void {
    const { projectId, caller, requestId, clientAddress } = call;
    if (caller.kind === 'session') return;
    const at = timeOfId(requestId);
    const hour = new Date(at.getTime() - (at.getTime() % hourMs));
    const keyOf = (from: string, agent: string): string =>
      `${projectId} ${hour.getTime()} ${caller.kind} ${from} ${agent}`;
    const isPublic = caller.kind === 'public';
    let agent = isPublic ? '' : (userAgentOf(call) ?? '').slice(0, agentCharacters).toWellFormed();
    let from = isPublic ? '' : network(clientAddress);
    if (this.#uses.size >= maxDistinct && !this.#uses.has(keyOf(from, agent))) [agent, from] = ['', ''];
    const key = keyOf(from, agent);
    const known = this.#uses.get(key);
    if (known) {
      known.calls += 1;
      if (at > known.last_used_at) known.last_used_at = at;
      return;
    }
    if (!this.#takenAt.has(key)) this.#fresh += 1;
    this.#uses.set(key, {
      project_id: projectId,
      hour,
      kind: caller.kind,
      user_agent: agent,
      network: from,
      calls: 1,
      last_used_at: at,
    });
  }

  /** What was counted and does not rest; its counting begins anew. */
  take(nowMs: number): readonly KeyUse[] {
    for (const [key, takenAt] of this.#takenAt) if (nowMs >= takenAt + restMs) this.#takenAt.delete(key);
    const taken: KeyUse[] = [];
    for (const [key, use] of this.#uses) {
      if (this.#takenAt.has(key)) continue;
      taken.push(use);
      this.#uses.delete(key);
      if (this.#takenAt.size < maxResting) this.#takenAt.set(key, nowMs);
    }
    this.#fresh = 0;
    return taken;
  }

  /** Everything that was counted. */
  takeAll(): readonly KeyUse[] {
    this.#takenAt.clear();
    return this.take(0);
  }
}
