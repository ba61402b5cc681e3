import type { ReactElement } from 'react';
import { type Shape, StateShape } from '../state-shape/state-shape.tsx';
import './compact-route.css';
import { type Stop, type StopState, sentenceOfStops } from './stops.ts';

const codes: Record<StopState, string> = {
  passed: '',
  good: 'g',
  now: 'u',
  wait: 'w',
  stopped: 'x',
  never: 'none',
  retrying: 't',
  held: 'h',
  checking: 'q',
  ended: 'e',
  withheld: 's2',
};

const shapes: Partial<Record<StopState, Shape>> = {
  stopped: 'cross',
  retrying: 'tri',
  held: 'bars',
  checking: 'dash',
  ended: 'bull',
  withheld: 'slash',
};

/** The Route line in a list row: five stations without words; its label is the whole sentence. */
export function CompactRoute({ stops }: { stops: readonly Stop[] }): ReactElement {
  const sentence = sentenceOfStops(stops);
  return (
    <span className="rl-box" role="img" aria-label={sentence} title={sentence}>
      <ol className="rl" aria-hidden="true">
        {fiveOf(stops).map((stop) => {
          const shape = shapes[stop.state];
          return (
            <li key={stop.name} className={codes[stop.state]}>
              {shape ? <StateShape shape={shape} /> : null}
            </li>
          );
        })}
      </ol>
    </span>
  );
}

/** The first four, then the last: what came in between shows on the full line. */
function fiveOf(stops: readonly Stop[]): readonly Stop[] {
  const last = stops.at(-1);
  return stops.length > 5 && last ? [...stops.slice(0, 4), last] : stops;
}
