import { limits } from '#pure/limits';
import { nextTime, readSchedule } from '#pure/schedules';
import type { Workflow } from '../workflow.ts';

/** The times of a workflow that has a schedule. */
export interface ScheduleTimes {
  /** The first one after this moment; null: there is none. */
  next(after: Date): Date | null;
}

/** Null for a workflow that no time starts: of another trigger, disabled, paused. */
export function timesOf({ enabled, pausedAt, triggerType, triggerConfig }: Scheduled): ScheduleTimes | null {
  if (!enabled || pausedAt !== null || triggerType !== 'SCHEDULE') return null;
  const { schedule: text, timezone } = triggerConfig ?? {};
  if (typeof text !== 'string' || typeof timezone !== 'string') return null;
  const read = readSchedule(text);
  return read.ok ? { next: (after) => nextTime(read.schedule, timezone, after) } : null;
}

export type Scheduled = Pick<Workflow, 'enabled' | 'pausedAt' | 'triggerType' | 'triggerConfig'>;

/**
 * What a row that waits for a time is about now: that time if it was missed by less than an hour, or else the first one that was not
 * (D-903). It may be in the future.
 */
export function timeToFire(times: ScheduleTimes, firesAt: Date, now: Date): Date | null {
  const missed = new Date(now.getTime() - limits.scheduleLateSeconds * 1_000);
  return firesAt > missed ? firesAt : times.next(missed);
}

/** More are not looked for one by one. */
const maxCounted = 100;

/** The time after one that has fired, and how many passed while its contacts entered: those are skipped (D-942). */
export function timeAfter(
  times: ScheduleTimes,
  { firesAt, beganAt }: { readonly firesAt: Date; readonly beganAt: Date },
  now: Date,
): { readonly next: Date | null; readonly skipped: number } {
  const isSkipped = (time: Date | null): time is Date => time !== null && time > beganAt && time <= now;
  let [next, skipped] = [times.next(firesAt), 0];
  for (; isSkipped(next) && skipped < maxCounted; skipped += 1) next = times.next(next);
  return { next: isSkipped(next) ? times.next(now) : next, skipped };
}
