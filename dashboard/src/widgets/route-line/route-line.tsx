import type { CSSProperties, ReactElement, ReactNode } from 'react';
import { type Shape, StateShape } from '../state-shape/state-shape.tsx';
import './route-line.css';
import type { Stop, StopState } from './stops.ts';

export interface RouteStop extends Stop {
  /** Links or buttons under the stop: the set-up line offers *Open* and *Skip*. */
  action?: ReactNode;
}

interface RouteLineProps {
  stops: readonly RouteStop[];
  label: string;
  /** Room for the text of the last stop, in pixels. */
  lastWidth?: number;
  /** The six steps of a new project: names stay in ink while they wait. */
  isSetup?: boolean;
}

interface LineStyle extends CSSProperties {
  '--stops': number;
  '--last': string;
}

/** A rule with stations: solid when passed, dotted when awaited, broken where it ended. Upright on a phone. */
export function RouteLine({ stops, label, lastWidth = 128, isSetup = false }: RouteLineProps): ReactElement {
  const style: LineStyle = { '--stops': stops.length, '--last': `${lastWidth}px` };
  return (
    <ol className={`route${isSetup ? ' setup' : ''}`} style={style} aria-label={label}>
      {stops.map((stop) => (
        <li key={stop.name} className={`stop ${stopClasses[stop.state]}`}>
          {stop.leg ? <span className="leg">{stop.leg}</span> : null}
          {markOf(stop.state)}
          <span className="name">
            {stop.name}
            {spokenStates[stop.state] ? <span className="vh">, {spokenStates[stop.state]}</span> : null}
          </span>
          {stop.at ? <span className="at">{stop.at}</span> : null}
          {stop.action ? <span className="do">{stop.action}</span> : null}
        </li>
      ))}
    </ol>
  );
}

const stopClasses: Record<StopState, string> = {
  passed: '',
  good: 'good',
  now: 'now',
  wait: 'wait',
  stopped: 'stopped',
  never: 'never',
  retrying: 'warned',
  held: 'warned',
  checking: 'warned',
  ended: 'ended',
  withheld: 'withheld',
};

/** What the drawing says without words. */
const spokenStates: Partial<Record<StopState, string>> = {
  now: 'under way',
  wait: 'not yet',
  retrying: 'retrying',
};

const shapes: Partial<Record<StopState, Shape>> = {
  stopped: 'cross',
  retrying: 'tri',
  held: 'bars',
  checking: 'dash',
  ended: 'bull',
  withheld: 'slash',
};

function markOf(state: StopState): ReactNode {
  const shape = shapes[state];
  if (!shape) return null;
  return (
    <>
      {state === 'stopped' ? <Break /> : null}
      <StateShape shape={shape} tone="mark" />
    </>
  );
}

/** Where the rule is broken: two strokes. */
const Break = (): ReactElement => (
  <svg className="break" viewBox="0 0 16 16" aria-hidden="true">
    <path d="M7 2 4 14M12 2 9 14" fill="none" stroke="currentColor" strokeWidth="1.7" strokeLinecap="round" />
  </svg>
);
