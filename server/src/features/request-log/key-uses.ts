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

/** Counts calls with keys until they are written. Those of a public key are one sum: its clients are visitors (D-1115). */
export class KeyUses {
  #uses = new Map<string, KeyUse>();

  get size(): number {
    return this.#uses.size;
  }

  count(call: FinishedCall): void {
    const { projectId, caller, requestId, clientAddress } = call;
    if (caller.kind === 'session') return;
    const at = timeOfId(requestId);
    const hour = new Date(at.getTime() - (at.getTime() % hourMs));
    const isSum = caller.kind === 'public' || this.#uses.size >= maxDistinct;
    const agent = isSum ? '' : (userAgentOf(call) ?? '').slice(0, agentCharacters).toWellFormed();
    const from = isSum ? '' : network(clientAddress);
    const key = `${projectId} ${hour.getTime()} ${caller.kind} ${from} ${agent}`;
    const known = this.#uses.get(key);
    if (known) {
      known.calls += 1;
      if (at > known.last_used_at) known.last_used_at = at;
      return;
    }
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

  /** What was counted; counting begins anew. */
  take(): readonly KeyUse[] {
    const taken = [...this.#uses.values()];
    this.#uses = new Map();
    return taken;
  }
}
