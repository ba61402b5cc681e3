import type { InstanceContext } from '#platform/context';
import { inBatches } from './in-batches.ts';

export interface PaceKey {
  /** `all`, `relay:<name>` or `project:<id>`. */
  readonly bucket: string;
  readonly ratePerSecond: number;
}

/** How fast mail may leave, shared by all workers: tokens are taken from the database in small batches. */
export interface Pace {
  /** Seconds to wait for this mail's turn; 0 when it may go, and then its token is spent. */
  take(key: PaceKey): Promise<number>;
}

interface TokenRow {
  taken: number;
  wait_seconds: number;
}

interface Purse {
  tokens: number;
  /** Tokens that nobody needed go back by being forgotten; keeping them would let a quiet worker burst later. */
  spendBy: number;
}

const keptMs = 1_000;
/** A batch holds what is used in this time, so that no worker sits on the tokens of others. */
const batchSeconds = 0.05;

export function makePace(ctx: InstanceContext): Pace {
  const purses = new Map<string, Purse>();
  const batches = inBatches<PaceKey, number>({
    keyOf: ({ bucket }) => bucket,
    most: 100,
    async run(asking) {
      const [key] = asking;
      if (!key) return [];
      const purse = purseOf(purses, key.bucket);
      const missing = asking.length - purse.tokens;
      let waitSeconds = 0;
      if (missing > 0) {
        const wanted = Math.max(missing, Math.ceil(key.ratePerSecond * batchSeconds));
        const [row] = await ctx.dispatch<TokenRow>('take_send_tokens', [key.bucket, key.ratePerSecond, wanted]);
        purse.tokens += row?.taken ?? 0;
        purse.spendBy = performance.now() + keptMs;
        waitSeconds = Math.max(row?.wait_seconds ?? 1, 0.001);
      }
      return asking.map((_, place) => {
        if (purse.tokens < 1) return waitSeconds + place / key.ratePerSecond;
        purse.tokens -= 1;
        return 0;
      });
    },
  });
  return { take: (key) => batches.add(key) };
}

function purseOf(purses: Map<string, Purse>, bucket: string): Purse {
  if (purses.size > 10_000) purses.clear();
  const purse = purses.get(bucket) ?? { tokens: 0, spendBy: 0 };
  if (performance.now() > purse.spendBy) purse.tokens = 0;
  purses.set(bucket, purse);
  return purse;
}
