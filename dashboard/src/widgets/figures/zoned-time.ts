const minuteMs = 60_000;

/** Date and time on the wall of a zone: `2026-11-17`, `09:00`. */
export interface WallTime {
  readonly date: string;
  readonly time: string;
}

export function wallTimeOf(instant: number, timeZone: string): WallTime {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(instant);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return { date: `${of('year')}-${of('month')}-${of('day')}`, time: `${of('hour')}:${of('minute')}` };
}

/**
 * The instant at which the clocks of a zone show a time; null if it is not written fully. A time that a change of the
 * clocks leaves out is taken as much later, one that comes twice as the first.
 */
export function instantOf({ date, time }: WallTime, timeZone: string): number | null {
  const asUtc = Date.parse(`${date}T${time}:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || !/^\d{2}:\d{2}$/.test(time) || Number.isNaN(asUtc)) return null;
  const offsetAt = (instant: number) => {
    const wall = wallTimeOf(instant, timeZone);
    return Date.parse(`${wall.date}T${wall.time}:00Z`) - Math.floor(instant / minuteMs) * minuteMs;
  };
  // The offset is one of those a day before and a day after; the larger one gives the earlier instant.
  const day = 24 * 60 * minuteMs;
  const offsets = [offsetAt(asUtc - day), offsetAt(asUtc + day)].toSorted((one, other) => other - one);
  const fitting = offsets.find((offset) => offsetAt(asUtc - offset) === offset);
  return asUtc - (fitting ?? Math.min(...offsets));
}
