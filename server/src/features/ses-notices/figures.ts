import type { InstanceContext } from '#platform/context';

type Figures = Pick<InstanceContext, 'metrics'>;

const counters = new WeakMap<Figures['metrics'], ReturnType<Figures['metrics']['counter']>>();

/** What an operator watches: genuine notices by kind, copies included. */
export function countNotice({ metrics }: Figures, kind: string): void {
  const counter =
    counters.get(metrics) ?? metrics.counter('ses_notices_total', 'Genuine notices of Amazon SES by kind.');
  counters.set(metrics, counter);
  counter.add(1, { kind });
}
