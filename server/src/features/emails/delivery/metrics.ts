import type { InstanceContext } from '#platform/context';
import { lanes } from './lanes.ts';

/** The metrics of delivery for operators (docs/promises.md, 3.8). */
export interface DeliveryMetrics {
  /** From acceptance to the relay's answer. */
  handedOver(seconds: number): void;
  /** From the passed gate to the durable result: the time in which a crash leaves doubt. */
  windowClosed(seconds: number): void;
  /** How many mails shared a statement. */
  countBatch(step: 'load' | 'gate' | 'result', mails: number): void;
  countOutcome(outcome: string, about: string | null): void;
  countWithheld(reason: string): void;
  countDoubt(): void;
  countRepeat(): void;
  countLate(): void;
  close(): void;
}

export interface DepthRow {
  lane: number;
  waiting: string;
  oldest_seconds: number;
}

const depthEveryMs = 15_000;

export function makeDeliveryMetrics(ctx: InstanceContext): DeliveryMetrics {
  const { metrics } = ctx;
  const handOff = metrics.durations('mail_handoff_seconds', 'From acceptance to the answer of the relay.');
  const windowSeconds = metrics.durations('mail_window_seconds', 'From the gate to the durable result.');
  const batches = metrics.sizes(
    'mail_batch_size',
    'Mails that were loaded, passed the gate or were recorded together.',
  );
  const outcomes = metrics.counter('mail_outcomes_total', 'Hand-overs by outcome and what a refusal was about.');
  const withheld = metrics.counter('mail_withheld_total', 'Mails the gate did not let pass, by reason.');
  const doubts = metrics.counter('mail_ambiguous_total', 'Hand-overs whose answer was lost.');
  const repeats = metrics.counter('mail_duplicate_possible_total', 'Mails sent once more after a doubt.');
  const late = metrics.counter('mail_late_results_total', 'Results that came after another worker had taken over.');
  const depths = watchDepths(ctx);
  return {
    handedOver: (seconds) => handOff.record(seconds),
    windowClosed: (seconds) => windowSeconds.record(seconds),
    countBatch: (step, mails) => batches.record(mails, { step }),
    countOutcome: (outcome, about) => outcomes.add(1, { outcome, about: about ?? 'none' }),
    countWithheld: (reason) => withheld.add(1, { reason }),
    countDoubt: () => doubts.add(1),
    countRepeat: () => repeats.add(1),
    countLate: () => late.add(1),
    close: () => clearInterval(depths),
  };
}

/** Queried at intervals and not when metrics are read, because reading them must cost nothing. */
function watchDepths({ metrics, dispatch, log }: InstanceContext): NodeJS.Timeout {
  const known = new Map<number, DepthRow>();
  for (const [number, lane] of lanes.entries()) {
    metrics.observe(`mail_waiting_${lane}`, `Mails due in the lane ${lane}, up to 100,000.`, () =>
      Number(known.get(number)?.waiting ?? 0),
    );
    metrics.observe(
      `mail_oldest_seconds_${lane}`,
      `How long the oldest due mail of the lane ${lane} waits.`,
      () => known.get(number)?.oldest_seconds ?? 0,
    );
  }
  const timer = setInterval(() => {
    dispatch<DepthRow>('delivery_depths', []).then(
      (rows) => {
        for (const row of rows) known.set(row.lane, row);
      },
      (error: unknown) => log.warn({ error }, 'depths of the lanes could not be read'),
    );
  }, depthEveryMs);
  timer.unref();
  return timer;
}
