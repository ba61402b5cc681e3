import type { ReactElement } from 'react';
import { formatPercent } from '../figures/format.ts';
import './gauge.css';

export interface GaugeLine {
  /** In percent. */
  at: number;
  /** What happens there. */
  words: string;
  level: 'warn' | 'pause' | 'all';
}

interface GaugeProps {
  label: string;
  /** In percent; null while there is too little to go by. */
  value: number | null;
  /** The end of the scale, in percent. */
  max: number;
  /** From low to high. */
  lines: readonly GaugeLine[];
}

const zones = { warn: 'w', pause: 'p', all: 'a' } as const;

/** A ruled scale: the lines where we act stand on it with their words, the fill is where we are. */
export function Gauge({ label, value, max, lines }: GaugeProps): ReactElement {
  const place = (percent: number) => `${Math.min(100, (Math.max(0, percent) / max) * 100)}%`;
  const passed = value === null ? undefined : lines.findLast(({ at }) => value >= at);
  const state = passed === undefined ? '' : passed.level === 'warn' ? ' watch' : ' past';
  return (
    <div className={`gauge${state}`} role="img" aria-label={spoken(label, value, lines)}>
      {value === null ? null : (
        <span
          className={`here${isBesideWords(value, lines, max) ? ' bare' : ''}`}
          style={{ insetInlineStart: place(value) }}
        >
          now
        </span>
      )}
      <div className="rail">
        {lines.map((line, index) => (
          <i
            key={line.words}
            className={`z ${zones[line.level]}`}
            style={{
              insetInlineStart: place(line.at),
              insetInlineEnd: `calc(100% - ${place(lines[index + 1]?.at ?? max)})`,
            }}
          />
        ))}
        {value === null ? null : <i className="fill" style={{ inlineSize: place(value) }} />}
      </div>
      {lines.map((line, index) => (
        <span
          key={line.words}
          className={`line${hasNoRoom(line, lines[index + 1], max) ? ' back' : ''}`}
          style={{ insetInlineStart: place(line.at) }}
        >
          <b>{formatPercent(line.at)}</b>
          <span>{line.words}</span>
        </span>
      ))}
      <span className="tick first">0</span>
      <span className="tick last">{formatPercent(max)}</span>
    </div>
  );
}

/** Two lines close together: the lower one writes its words to the other side. */
const hasNoRoom = (line: GaugeLine, next: GaugeLine | undefined, max: number): boolean =>
  next !== undefined && (next.at - line.at) / max < 0.2;

/** The words of a line take up to a third of the scale after it and less before it; there the mark stands alone. */
const isBesideWords = (value: number, lines: readonly GaugeLine[], max: number): boolean =>
  lines.some(({ at }) => (value - at) / max > -0.17 && (value - at) / max < 0.3);

function spoken(label: string, value: number | null, lines: readonly GaugeLine[]): string {
  const now = value === null ? 'not enough mail to say' : formatPercent(value);
  return `${label}: ${now}. ${lines.map(({ at, words }) => `${words} at ${formatPercent(at)}`).join(', ')}.`;
}
