import { configOf } from '../config/config-of.ts';
import type { DelayConfig, WaitForEventConfig } from '../config/step-config.ts';
import type { Step } from '../graph.ts';
import { countsFrom } from './arrival.ts';
import type { ExecutionState, OpenStep } from './state.ts';
import { begun, completed, failed, type StepChange, stayOpen } from './step-change.ts';

/** Begins a step. It ends at once unless it needs time or something from outside. */
export function beginStep(step: Step, state: ExecutionState, now: Date): StepChange {
  const open = begun(now);
  if (step.type === 'TRIGGER') return completed(open, {});
  const { config, lack } = configOf(step);
  if (config === null) return failed(open, { code: 'STEP_INCOMPLETE', message: lack });
  switch (config.type) {
    case 'EXIT':
      return completed(open, { reason: config.reason }, { exitReason: config.reason });
    case 'DELAY':
      return delay(open, config, state, now);
    case 'WAIT_FOR_EVENT':
      return waitForEvent(open, config, state, now);
    default:
      return stayOpen(open);
  }
}

function delay(
  open: OpenStep,
  { amount, unit, milliseconds }: DelayConfig,
  state: ExecutionState,
  now: Date,
): StepChange {
  const resumeAt = new Date(countsFrom(state.arrivedAt, now) + milliseconds).toISOString();
  const output = { delayAmount: amount, delayUnit: unit, resumeAt };
  const scheduled: OpenStep = { ...open, status: 'SCHEDULED', executeAfter: resumeAt, output };
  return Date.parse(resumeAt) <= now.getTime() ? endDelay(scheduled) : stayOpen(scheduled);
}

/** The next step is reached at `resumeAt`, not when a worker notices it. */
export const endDelay = (open: OpenStep): StepChange =>
  completed(open, open.output ?? {}, open.executeAfter === null ? {} : { arrivedAt: open.executeAfter });

/** A wait whose time-out has passed already waits all the same: an event from before the time-out counts. */
function waitForEvent(open: OpenStep, config: WaitForEventConfig, state: ExecutionState, now: Date): StepChange {
  const until = new Date(countsFrom(state.arrivedAt, now) + config.milliseconds).toISOString();
  return stayOpen({ ...open, status: 'WAITING', scheduledFor: until, waitingFor: config.eventName });
}
