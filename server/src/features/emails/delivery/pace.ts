import { inBatches } from '#platform/batches';
import type { InstanceContext } from '#platform/context';

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

interface TokenBucket {
  tokens: number;
  /** Unused tokens are dropped after this time; keeping them would let an idle worker burst later. */
  spendBy: number;
}

const keptMs = 1_000;
/** A batch holds the tokens of this time, so that no worker holds tokens that others need. */
const batchSeconds = 0.05;

export function makePace(ctx: InstanceContext): Pace {
  const buckets = new Map<string, TokenBucket>();
  const batches = inBatches<PaceKey, number>({
    keyOf: ({ bucket }) => bucket,
    max: 100,
    async run(requests) {
      const [key] = requests;
      if (!key) return [];
      const bucket = bucketOf(buckets, key.bucket);
      const missing = requests.length - bucket.tokens;
      let waitSeconds = 0;
      if (missing > 0) {
        const count = Math.max(missing, Math.ceil(key.ratePerSecond * batchSeconds));
        const [row] = await ctx.dispatch<TokenRow>('take_send_tokens', [key.bucket, key.ratePerSecond, count]);
        bucket.tokens += row?.taken ?? 0;
        bucket.spendBy = performance.now() + keptMs;
        waitSeconds = Math.max(row?.wait_seconds ?? 1, 0.001);
      }
      return requests.map((_, index) => {
        if (bucket.tokens < 1) return waitSeconds + index / key.ratePerSecond;
        bucket.tokens -= 1;
        return 0;
      });
    },
  });
  return { take: (key) => batches.add(key) };
}

function bucketOf(buckets: Map<string, TokenBucket>, name: string): TokenBucket {
  if (buckets.size > 10_000) buckets.clear();
  const bucket = buckets.get(name) ?? { tokens: 0, spendBy: 0 };
  if (performance.now() > bucket.spendBy) bucket.tokens = 0;
  buckets.set(name, bucket);
  return bucket;
}
