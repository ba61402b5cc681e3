import { type ReactElement, useSyncExternalStore } from 'react';
import { readClock, subscribeToClock } from './clock.ts';
import { dateFormat, formatClock, formatExact } from './format.ts';
import { useTimeZone } from './time-zone.ts';

/** The clock with seconds, for rows that are compared by it; on another day the day as well. */
export function ClockTime({ at }: { readonly at: string }): ReactElement {
  const timeZone = useTimeZone();
  const instant = Date.parse(at);
  const read = () => clockWords(instant, readClock(), timeZone);
  const text = useSyncExternalStore(subscribeToClock, read, read);
  return (
    <time dateTime={at} title={formatExact(instant, timeZone)}>
      {text}
    </time>
  );
}

function clockWords(at: number, now: number, timeZone: string | undefined): string {
  const dayOf = (instant: number) => dateFormat({ day: 'numeric', month: 'short' }, timeZone).format(instant);
  const clock = formatClock(at, 'second', timeZone);
  return dayOf(at) === dayOf(now) ? clock : `${dayOf(at)}, ${clock}`;
}
