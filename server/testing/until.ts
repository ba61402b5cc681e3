import { setTimeout as delay } from 'node:timers/promises';

/**
 * How long to wait for what must happen and has no promised time. Far longer than it takes: that a machine is busy says nothing
 * about the product. What is promised within a time is measured by its own check.
 */
export const maxWaitSeconds = 120;

/** Asks until it holds; false if it did not for that long. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  { seconds = maxWaitSeconds, pauseMs = 50 }: { seconds?: number | undefined; pauseMs?: number } = {},
): Promise<boolean> {
  for (const lastAt = Date.now() + seconds * 1_000; Date.now() < lastAt; await delay(pauseMs)) {
    if (await holds()) return true;
  }
  return false;
}
