import type { ReactElement } from 'react';
import { NothingYet } from '../../widgets/state-frame/empty-states.tsx';
import { type StartingPoint, startingPoints } from './starting-points.ts';

interface StartingPointsProps {
  readonly onStart: (point: StartingPoint) => void;
  readonly onBlank: () => void;
}

/** The empty list: three ways to begin, each with its steps. */
export function StartingPoints({ onStart, onBlank }: StartingPointsProps): ReactElement {
  return (
    <NothingYet
      title="No workflows yet"
      actions={
        <button type="button" className="btn" onClick={onBlank}>
          Begin with an empty one
        </button>
      }
      snippet={
        <ul className="starts">
          {startingPoints.map((point) => (
            <li key={point.key}>
              <button type="button" className="start-card" onClick={() => onStart(point)}>
                <b>{point.title}</b>
                <span className="t13 t2">{point.said}</span>
                <ol className="t13">
                  <li>
                    event <code>{point.eventName}</code>
                  </li>
                  {point.steps.map(({ step }) => (
                    <li key={step.name}>{step.name}</li>
                  ))}
                </ol>
              </button>
            </li>
          ))}
        </ul>
      }
    >
      A workflow follows each person by itself: it sends, waits, asks and sends again.
    </NothingYet>
  );
}
