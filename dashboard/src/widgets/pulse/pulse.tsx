import type { ReactElement, ReactNode } from 'react';
import './pulse.css';

interface PulseProps {
  /** One value a minute, or an hour in `isDay`; the last one is now. */
  values: readonly number[];
  /** The strokes in words, with their range. */
  label: string;
  isDay?: boolean;
  /** Under the strokes, at both ends. */
  caption?: { start: ReactNode; end: ReactNode };
}

/** One stroke for each minute, like the bar code on a letter. */
export function Pulse({ values, label, isDay = false, caption }: PulseProps): ReactElement {
  const highest = Math.max(1, ...values);
  const tallest = isDay ? 34 : 28;
  return (
    <figure>
      <div className={`pulse${isDay ? ' day' : ''}`} role="img" aria-label={label}>
        {values.map((value, index) => (
          <i
            // biome-ignore lint/suspicious/noArrayIndexKey: a stroke is its place in time
            key={index}
            className={value === 0 ? 'z' : undefined}
            style={{ blockSize: value === 0 ? 2 : Math.max(3, (value / highest) * tallest) }}
          />
        ))}
      </div>
      {caption ? (
        <figcaption className="pulse-ends">
          <span>{caption.start}</span>
          <span>{caption.end}</span>
        </figcaption>
      ) : null}
    </figure>
  );
}
