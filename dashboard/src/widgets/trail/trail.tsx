import type { ReactElement, ReactNode } from 'react';
import { type Shape, StateShape } from '../state-shape/state-shape.tsx';
import './trail.css';

export type TrailOutcome = 'yes' | 'no' | 'unasked' | 'unknown';

export interface TrailStep {
  question: string;
  outcome: TrailOutcome;
  /** The value that decided it. */
  saw?: string;
}

const shapes: Record<TrailOutcome, Shape> = { yes: 'tick', no: 'cross', unasked: 'minus', unknown: 'dash' };
const spoken: Record<TrailOutcome, string> = { yes: 'yes', no: 'no', unasked: 'not asked', unknown: 'unknown' };

interface TrailProps {
  /** The answer in one sentence. */
  answer: ReactNode;
  steps: readonly TrailStep[];
}

/** Why someone did or did not get a mail: the questions in their order; the first no is the answer. */
export function Trail({ answer, steps }: TrailProps): ReactElement {
  const decisive = steps.findIndex(({ outcome }) => outcome === 'no');
  return (
    <>
      <p className="trail-answer" role="status">
        {answer}
      </p>
      <ol className="trail">
        {steps.map((step, index) => (
          <li key={`${step.question} ${step.saw}`} className={step.outcome === 'yes' ? '' : step.outcome}>
            <StateShape shape={shapes[step.outcome]} label={spoken[step.outcome]} />
            <span>{index === decisive ? <b>{step.question}</b> : step.question}</span>
            {step.saw ? <span className="saw">{step.saw}</span> : null}
          </li>
        ))}
      </ol>
    </>
  );
}
