import type { ReactElement, ReactNode } from 'react';
import { StateShape } from '../state-shape/state-shape.tsx';
import './upright-route.css';

export interface UprightStop {
  id: string;
  state: 'passed' | 'wait' | 'stuck';
  title: ReactNode;
  /** At the end of the first line, usually a time. */
  aside?: ReactNode;
  detail?: ReactNode;
}

interface UprightRouteProps {
  stops: readonly UprightStop[];
  label: string;
  /** In the accent colour: the path of a dry run. */
  isLit?: boolean;
}

/** A journey from top to bottom: an execution, a dry run, the conversation with a server, what comes next. */
export function UprightRoute({ stops, label, isLit = false }: UprightRouteProps): ReactElement {
  return (
    <ol className={`vroute journey${isLit ? ' lit' : ''}`} aria-label={label}>
      {stops.map((stop) => (
        <li key={stop.id} className={stop.state === 'passed' ? '' : stop.state}>
          {stop.state === 'stuck' ? <StateShape shape="cross" tone="mark" /> : null}
          <div className="v-head">
            <span className="v-title">{stop.title}</span>
            {stop.state === 'wait' ? <span className="vh">, not yet</span> : null}
            {stop.aside ? <span className="v-aside">{stop.aside}</span> : null}
          </div>
          {stop.detail ? <div className="d">{stop.detail}</div> : null}
        </li>
      ))}
    </ol>
  );
}
