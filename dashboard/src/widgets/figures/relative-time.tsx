import { type ReactElement, useSyncExternalStore } from 'react';
import { readClock, subscribeToClock } from './clock.ts';
import './figures.css';
import { formatAgo, formatExact, formatRelative } from './format.ts';
import { useTimeZone } from './time-zone.ts';

interface RelativeTimeProps {
  /** An ISO instant. */
  at: string;
  /** Makes the exact time reachable by keyboard; leave it off inside a link or a row that takes focus. */
  isFocusable?: boolean;
  /** `4 min ago`, in a sentence or beside a label that does not say it. */
  isAgo?: boolean;
}

/** `4 min`, `in 2 h`, or the date beyond a day; the exact time shows on hover and focus. */
export function RelativeTime({ at, isFocusable = false, isAgo = false }: RelativeTimeProps): ReactElement {
  const timeZone = useTimeZone();
  const instant = Date.parse(at);
  // Why the text is the snapshot: a list draws a row again only when its words change, not every second.
  const format = isAgo ? formatAgo : formatRelative;
  const readText = () => (Number.isNaN(instant) ? '' : format(instant, readClock(), timeZone));
  const text = useSyncExternalStore(subscribeToClock, readText, readText);
  if (Number.isNaN(instant)) return <span className="t3">unknown</span>;
  const exact = formatExact(instant, timeZone);
  if (!isFocusable) {
    return (
      <time className="tab" dateTime={at} title={exact}>
        {text}
      </time>
    );
  }
  return (
    <button type="button" className="exact-time" title={exact} aria-label={`${text}, ${exact}`}>
      <time className="tab" dateTime={at}>
        {text}
      </time>
      <span className="exact" aria-hidden="true">
        {exact}
      </span>
    </button>
  );
}

/** The current second of the shared clock. */
export const useNow = (): number => useSyncExternalStore(subscribeToClock, readClock, readClock);
