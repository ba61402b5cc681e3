import { units } from '#pure/conditions';
import { readEventName } from '#pure/event-names';
import { limits } from '#pure/limits';
import { type ConfigDraft, fieldValue, refuse, requireField } from './config-draft.ts';
import { readChoice, readNumber } from './fields.ts';
import type { DelayConfig, WaitForEventConfig } from './step-config.ts';

/** No calendar: a day is 24 hours. */
const unitSeconds: Record<DelayConfig['unit'], number> = { minutes: 60, hours: 3_600, days: 86_400 };

const maxDelaySeconds = limits.delayDays * unitSeconds.days;

export function readDelay(draft: ConfigDraft): DelayConfig | undefined {
  requireField(draft, 'amount');
  requireField(draft, 'unit');
  const amount = readNumber(draft, 'amount');
  const unit = readChoice(draft, 'unit', units);
  if (amount !== undefined && amount <= 0) return refuse(draft, ['amount'], 'too_small', 'A delay is more than 0.');
  if (amount === undefined || unit === undefined) return undefined;

  const seconds = amount * unitSeconds[unit];
  if (seconds < limits.minDelaySeconds) return refuse(draft, ['amount'], 'too_small', 'A delay is at least a second.');
  if (seconds > maxDelaySeconds) {
    return refuse(draft, ['amount'], 'too_big', `A delay is at most ${limits.delayDays} days.`);
  }
  return { type: 'DELAY', amount, unit, milliseconds: Math.round(seconds * 1_000) };
}

export function readWaitForEvent(draft: ConfigDraft): WaitForEventConfig | undefined {
  requireField(draft, 'eventName');
  const eventName = readName(draft);
  const timeout = readNumber(draft, 'timeout');
  if (timeout !== undefined) checkTimeout(draft, timeout);
  if (eventName === undefined) return undefined;
  return { type: 'WAIT_FOR_EVENT', eventName, milliseconds: (timeout ?? limits.waitSeconds) * 1_000 };
}

function readName(draft: ConfigDraft): string | undefined {
  const value = fieldValue(draft, 'eventName');
  if (value === undefined) return undefined;
  if (typeof value !== 'string') return refuse(draft, ['eventName'], 'invalid_type', 'Must be text.');
  const reading = readEventName(value);
  if (!reading.ok) return refuse(draft, ['eventName'], reading.code, reading.message);
  draft.kept.eventName = reading.name;
  return reading.name;
}

function checkTimeout(draft: ConfigDraft, timeout: number): void {
  const path = ['timeout'];
  if (!Number.isInteger(timeout)) refuse(draft, path, 'invalid_type', 'A time-out is a whole number of seconds.');
  else if (timeout < limits.minWaitSeconds) refuse(draft, path, 'too_small', 'A time-out is at least a second.');
  else if (timeout > limits.waitSeconds) {
    refuse(draft, path, 'too_big', `A time-out is at most ${limits.waitSeconds} seconds.`);
  }
}
