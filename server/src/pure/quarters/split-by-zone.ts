import { zoneClock } from '#pure/schedules';
import { quarterMs } from './quarter.ts';

/** A day or an hour of a zone, or the part of it that lies in a period. */
export interface ZoneInterval {
  /** The day as YYYY-MM-DD, or the instant at which the hour begins. */
  readonly label: string;
  /** Where its part of the period begins. */
  readonly from: Date;
}

const [hourMs, dayMs] = [3_600_000, 86_400_000];

/** Cuts a period of whole quarters into the days or hours of a zone, oldest first. Days are as long as the clocks of the zone make them. */
export function splitByZone(
  period: { readonly from: Date; readonly until: Date },
  zone: string,
  interval: 'day' | 'hour',
): ZoneInterval[] {
  return interval === 'day' ? daysOf(period, zone) : hoursOf(period, zone);
}

function daysOf({ from, until }: { from: Date; until: Date }, zone: string): ZoneInterval[] {
  const clock = zoneClock(zone);
  const found: ZoneInterval[] = [];
  let local = Math.floor(clock.localAt(from.getTime()) / dayMs) * dayMs;
  for (let at = from.getTime(); at < until.getTime(); ) {
    const next = clock.instantOf(local + dayMs);
    // A day that a zone leaves out, when it crosses the date line, has no length.
    if (next > at) found.push({ label: new Date(local).toISOString().slice(0, 10), from: new Date(at) });
    at = Math.max(at, next);
    local += dayMs;
  }
  return found;
}

/** An hour ends where the clocks show the next one, or where they are set back. */
function hoursOf({ from, until }: { from: Date; until: Date }, zone: string): ZoneInterval[] {
  const clock = zoneClock(zone);
  const found: ZoneInterval[] = [];
  let last = Number.NaN;
  for (let at = from.getTime(); at < until.getTime(); at += quarterMs) {
    const local = clock.localAt(at);
    if (local < last || Math.floor(local / hourMs) !== Math.floor(last / hourMs)) {
      // Only the first may begin within its hour.
      const begin = found.length === 0 ? at - (local % hourMs) : at;
      found.push({ label: new Date(begin).toISOString(), from: new Date(at) });
    }
    last = local;
  }
  return found;
}
