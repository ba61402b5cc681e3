import { mergeIntoContext } from './context.ts';
import type { Happening } from './happening.ts';
import type { ActiveState } from './state.ts';
import { completed, type StepChange } from './step-change.ts';

/** Why the time of the event is compared: a late worker must not turn a time-out into an event (D-934). */
export function endByEvent(state: ActiveState, { data, at }: Extract<Happening, { kind: 'event' }>): StepChange {
  const { open, context } = state;
  if (open.scheduledFor !== null && at.getTime() > Date.parse(open.scheduledFor)) return endByTimeout(state);

  const merge = mergeIntoContext(context, data ?? {});
  const output = {
    eventName: open.waitingFor,
    eventData: data,
    receivedAt: at.toISOString(),
    ...(merge.isTooLarge ? { contextTooLarge: true } : {}),
  };
  return completed(open, output, { branch: 'event', arrivedAt: at.toISOString(), context: merge.context });
}

export function endByTimeout({ open }: ActiveState): StepChange {
  const output = { timedOut: true, eventName: open.waitingFor };
  return completed(open, output, {
    branch: 'timeout',
    ...(open.scheduledFor === null ? {} : { arrivedAt: open.scheduledFor }),
  });
}
