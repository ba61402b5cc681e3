import { dispatchInBatches, every } from '#platform/context';
import type { Schedule } from '#platform/queue';
import { dropOldWindows } from '#platform/rate-limit';

const batch = 1_000;

/** Clean-up of the cellar's own tables, a batch at a time; nothing depends on when it runs. */
export const housekeeping: readonly Schedule[] = [
  every({ minutes: 10 }, 'clean-idempotency-keys', (ctx) =>
    dispatchInBatches(ctx, 'clean_idempotency_keys', [], batch),
  ),
  every({ minutes: 10 }, 'clean-rate-limits', (ctx) => ctx.transaction(dropOldWindows)),
];
