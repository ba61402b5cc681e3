const longestMs = 2 ** 31 - 1;

/** `setTimeout` that ends neither at once beyond 24 days, as timers do, nor ever after `Infinity`. */
export const startTimer = (work: () => void, milliseconds: number) =>
  milliseconds === Number.POSITIVE_INFINITY ? undefined : setTimeout(work, Math.min(milliseconds, longestMs));
