import { type ReactElement, useSyncExternalStore } from 'react';
import { readClock, subscribeToClock } from '../../widgets/figures/clock.ts';
import { formatClock, formatExact, formatRelative } from '../../widgets/figures/format.ts';
import { useTimeZone } from '../../widgets/figures/time-zone.ts';

const day = 86_400_000;

/** `14:31:24, 2 min ago` within a day, else the whole date. */
export function TimeSince({ at }: { readonly at: string }): ReactElement {
  const timeZone = useTimeZone();
  const read = () => words(Date.parse(at), readClock(), timeZone);
  return <time dateTime={at}>{useSyncExternalStore(subscribeToClock, read, read)}</time>;
}

function words(at: number, now: number, timeZone: string | undefined): string {
  if (now - at >= day) return formatExact(at, timeZone);
  const clock = formatClock(at, 'second', timeZone);
  return now - at < 1000 ? `${clock}, just now` : `${clock}, ${formatRelative(at, now, timeZone)} ago`;
}
