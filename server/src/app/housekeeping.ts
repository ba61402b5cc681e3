import { every } from '#platform/context';
import type { Schedule } from '#platform/queue';
import { dropOldWindows } from '#platform/rate-limit';

const batch = 1_000;

/** Clean-up of the cellar's own tables, a batch at a time; nothing depends on when it runs. */
export const housekeeping: readonly Schedule[] = [
  every({ minutes: 10 }, 'clean-idempotency-keys', async (ctx) => {
    for (let removed = batch; removed >= batch; ) {
      const [row] = await ctx.dispatch<{ clean_idempotency_keys: string }>('clean_idempotency_keys', [batch]);
      removed = Number(row?.clean_idempotency_keys ?? 0);
    }
  }),
  every({ minutes: 10 }, 'clean-rate-limits', (ctx) => ctx.transaction(dropOldWindows)),
];
