import { enqueueIn, every, type InstanceContext } from '#platform/context';
import { readId } from '#platform/ids';
import { closeUnits } from './close-units.ts';
import { sendMeterEvents, stopEvents } from './send-meter-events.ts';

const maxProjects = 1_000;

/** Reports billable units to the payment provider. Nothing depends on when it runs. */
export const reportUnits = every({ minutes: 1 }, 'billing.report-units', async (ctx) => {
  if (!ctx.payments) return;
  const rows = await ctx.dispatch<{ project_id: string }>('projects_with_open_units', [maxProjects]);
  for (const { project_id: text } of rows) {
    const projectId = readId<'project'>(text);
    if (projectId) await enqueueIn(ctx, projectId, closeUnits, {});
  }
  const stopped = await ctx.transaction(async (tx) => {
    await tx.enqueue(sendMeterEvents, {});
    return stopEvents(tx);
  });
  if (stopped > 0) noteStopped(ctx, stopped);
});

const counters = new WeakMap<InstanceContext['metrics'], ReturnType<InstanceContext['metrics']['counter']>>();

/** For the operator, who alone can find out at the provider whether they were counted. */
function noteStopped({ metrics, log }: InstanceContext, count: number): void {
  log.error({ count }, 'units are not reported any more: see the table meter_events');
  const counter =
    counters.get(metrics) ?? metrics.counter('meter_events_stopped_total', 'Meter events that are not sent again.');
  counters.set(metrics, counter);
  counter.add(count);
}
