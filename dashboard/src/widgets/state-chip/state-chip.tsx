import type { ReactElement, ReactNode } from 'react';
import { StateShape } from '../state-shape/state-shape.tsx';
import type { ShownState } from './shown-state.ts';
import './state-chip.css';

interface StateChipProps {
  state: Pick<ShownState, 'kind' | 'shape' | 'word'> & { sentence?: string };
  /** On a ground of its own, for the head of a page. */
  isTag?: boolean;
  /** Stands on the row after the word; only where there is something to explain. */
  reason?: ReactNode;
}

/** Shape, word, then the reason. */
export function StateChip({ state, isTag = false, reason }: StateChipProps): ReactElement {
  return (
    <>
      <span className={`st ${state.kind}${isTag ? ' tag' : ''}`} title={state.sentence}>
        <StateShape shape={state.shape} />
        {state.word}
      </span>
      {reason ? <span className="why">{reason}</span> : null}
    </>
  );
}
