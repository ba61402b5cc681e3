import { configOf } from '../config/config-of.ts';
import type { Step, StepType } from '../graph.ts';
import { beginStep, endDelay } from './begin-step.ts';
import { endCall } from './end-call.ts';
import { endByEvent, endByTimeout } from './end-wait.ts';
import type { Happening } from './happening.ts';
import type { ActiveState, IsoInstant } from './state.ts';
import { completed, failed, type StepChange, skipped, stayOpen } from './step-change.ts';

/** What a happening does to the open step; null when it does not fit its state. */
export function react(step: Step, state: ActiveState, happening: Happening, now: Date): StepChange | null {
  const { open } = state;
  const isOpenAs = (type: StepType): boolean => open.status === 'RUNNING' && step.type === type;
  switch (happening.kind) {
    case 'run':
      return open.status === 'PENDING' ? beginStep(step, state, now) : null;
    case 'due':
      return reactToTime(step, state, now);
    case 'event':
      return open.status === 'WAITING' ? endByEvent(state, happening) : null;
    case 'mailMade':
      return isOpenAs('SEND_EMAIL') ? completed(open, happening.output) : null;
    case 'conditionEvaluated':
      return isOpenAs('CONDITION') ? completed(open, happening.output, { branch: happening.branch }) : null;
    case 'contactUpdated':
      return isOpenAs('UPDATE_CONTACT') ? completed(open, happening.output) : null;
    case 'callBegins':
      return isOpenAs('WEBHOOK') && open.calledAt === null
        ? stayOpen({ ...open, calledAt: happening.at.toISOString() })
        : null;
    case 'callEnded': {
      const { config } = configOf(step);
      return isOpenAs('WEBHOOK') && config?.type === 'WEBHOOK' ? endCall(state, config, happening) : null;
    }
    case 'failed':
      return open.status === 'RUNNING' ? failed(open, happening.error) : null;
    case 'cancel':
      return skipped(open, happening.reason);
  }
}

function reactToTime(step: Step, state: ActiveState, now: Date): StepChange | null {
  const { open } = state;
  const isReached = (at: IsoInstant | null): boolean => at !== null && Date.parse(at) <= now.getTime();
  if (open.status === 'WAITING') return isReached(open.scheduledFor) ? endByTimeout(state) : null;
  if (open.status !== 'SCHEDULED' || !isReached(open.executeAfter)) return null;
  return step.type === 'DELAY' ? endDelay(open) : stayOpen({ ...open, status: 'RUNNING', attempt: open.attempt + 1 });
}
