/** P12, in per cent of the mail handed over. */
export const thresholds = {
  bounce: { warn: 4, pauseMarketing: 5, pauseAll: 8 },
  complaint: { warn: 0.08, pauseMarketing: 0.1, pauseAll: 0.3 },
  /** Below these a rate means nothing. */
  minimum: { sent: 200, bounces: 10, complaints: 3 },
  /** A project younger than this is stopped by absolute counts. */
  newProject: { days: 30, bounces24h: 25, complaints24h: 5 },
} as const;

export type ThresholdLine = 'warn' | 'pauseMarketing' | 'pauseAll';

/** Mildest first. */
export const lines: readonly ThresholdLine[] = ['warn', 'pauseMarketing', 'pauseAll'];
