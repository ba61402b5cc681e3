import { makeTask, type Schedule } from '#platform/queue';
import { type ListenerOptions, on as onAny, type SignalDefinition, type SignalListener } from '#platform/signals';
import type { InstanceContext, ProjectContext, ProjectTx } from './context.ts';

/** Background work inside one project. Every task may run twice: its second run must be harmless. */
export const defineTask = makeTask<ProjectContext>('project');

/** Background work without a project, such as account mail. */
export const defineInstanceTask = makeTask<InstanceContext>('instance');

export const on = <Payload>(
  signal: SignalDefinition<Payload>,
  run: (tx: ProjectTx, payloads: readonly Payload[]) => Promise<void>,
  options?: ListenerOptions,
): SignalListener<ProjectTx, Payload> => onAny(signal, run, options);

/** A schedule at most once per period over all workers. `minutes` divides an hour. */
export const every = (
  period: { minutes: number },
  name: string,
  run: (ctx: InstanceContext) => Promise<void>,
): Schedule<InstanceContext> => ({ name, cron: `*/${period.minutes} * * * *`, run });
