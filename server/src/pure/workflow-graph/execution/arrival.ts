import { limits } from '#pure/limits';
import type { IsoInstant } from './state.ts';

/** From when delays and time-outs count: the arrival, or now when that is more than 10 minutes ago (D-934). */
export function countsFrom(arrivedAt: IsoInstant, now: Date): number {
  const arrival = Date.parse(arrivedAt);
  return now.getTime() - arrival > limits.lateArrivalSeconds * 1_000 ? now.getTime() : arrival;
}
