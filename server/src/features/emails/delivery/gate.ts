import { inBatches } from '#platform/batches';
import type { InstanceContext } from '#platform/context';
import { isFinal } from '#platform/db';
import type { SentLog, SentStep } from '#platform/sent-log';
import type { Claim } from '#platform/spool';
import { priorityOf } from './lanes.ts';
import type { DeliveryMetrics } from './metrics.ts';
import type { ServerWatch } from './server-watch.ts';

/**
 * `open`: the message may leave as this attempt. `shut`: it may not, or the claim is lost. `lost`: the gate's decision is
 * unknown, so nothing leaves and the claim is withdrawn.
 */
export type GateAnswer =
  | { readonly kind: 'open'; readonly attempt: number; readonly committingAt: Date }
  | { readonly kind: 'shut' }
  | { readonly kind: 'lost' };

export interface GateRequest {
  readonly claim: Claim;
  /** This claim passed before and sent no dot. */
  readonly isAgain: boolean;
  /** It leaves for the inbox of the sandbox alone. */
  readonly isTest: boolean;
}

export interface Gate {
  ask(request: GateRequest): Promise<GateAnswer>;
}

/** Only an open one has the rest. */
interface GateRow {
  verdict: 'open' | 'paused' | 'other-server';
  id: string;
  attempt: number;
  committing_at: number;
}

const answerWithinMs = 5_000;
const maxAtOnce = 200;
const gatherMs = 5;

/** What the gate needs of its worker. */
export interface GateTools {
  readonly bootId: string;
  readonly metrics: Pick<DeliveryMetrics, 'countBatch'>;
  readonly watch: Pick<ServerWatch, 'knownStart' | 'look'>;
  readonly sentLog: Pick<SentLog, 'append'>;
}

/** The gate for one worker: requests that come together share one statement and one flush to disk. */
export function makeGate(ctx: InstanceContext, { bootId, metrics, watch, sentLog }: GateTools): Gate {
  async function pass(requests: readonly GateRequest[]): Promise<readonly GateAnswer[]> {
    // Why sorted: everything that locks many rows of the spool locks them in the order of the key.
    const sorted = requests.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    const list = (values: readonly (string | boolean)[]): string => `{${values.join(',')}}`;
    const rows = await ctx.dispatch<GateRow>('pass_gate', [
      list(sorted.map(({ claim }) => claim.projectId)),
      list(sorted.map(({ claim }) => claim.id)),
      list(sorted.map(({ claim }) => claim.fence)),
      list(sorted.map(({ isAgain }) => isAgain)),
      bootId,
      ctx.config.SANDBOX_DOMAIN,
      watch.knownStart,
    ]);
    if (rows.some(({ verdict }) => verdict !== 'open')) {
      watch.look();
      return requests.map(() => ({ kind: 'shut' }));
    }
    const open = new Map(rows.map((row) => [row.id, row]));
    // Invariant: no mail leaves before the log has its attempt, so what a restored database has and the log has not did not leave.
    await sentLog.append(stepsOf(requests, open));
    return requests.map(({ claim }): GateAnswer => {
      const row = open.get(claim.id);
      if (!row) return { kind: 'shut' };
      return { kind: 'open', attempt: row.attempt, committingAt: new Date(row.committing_at) };
    });
  }

  async function passInTime(requests: readonly GateRequest[]): Promise<readonly GateAnswer[]> {
    metrics.countBatch('gate', requests.length);
    const lost = requests.map((): GateAnswer => ({ kind: 'lost' }));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<readonly GateAnswer[]>((resolve) => {
      timer = setTimeout(resolve, answerWithinMs, lost);
    });
    try {
      return await Promise.race([pass(requests), late]);
    } catch (error) {
      ctx.log.error({ error, mails: requests.length }, 'gate did not answer');
      // A permanent error rolled the statement back. Any other error may hide a commit, or means that the database is in trouble:
      // then the withdrawal waits until results can be recorded, and everything else waits with it.
      return isFinal(error) ? requests.map(() => ({ kind: 'shut' })) : lost;
    } finally {
      clearTimeout(timer);
    }
  }

  const batches = inBatches<GateRequest, GateAnswer>({
    keyOf: ({ claim }) => priorityOf(claim),
    max: maxAtOnce,
    parallel: 2,
    gatherMs,
    run: passInTime,
  });
  return { ask: (request) => batches.add(request) };
}

function stepsOf(requests: readonly GateRequest[], open: ReadonlyMap<string, GateRow>): SentStep[] {
  const at = new Date().toISOString();
  return requests.flatMap(({ claim, isTest }): SentStep[] => {
    const row = open.get(claim.id);
    return row && !isTest
      ? [{ at, project: claim.projectId, email: claim.id, attempt: row.attempt, state: 'begun' }]
      : [];
  });
}

const keyOf = ({ claim }: GateRequest): string => claim.projectId + claim.id;
