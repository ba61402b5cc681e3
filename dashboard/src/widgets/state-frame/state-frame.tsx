import type { ReactElement, ReactNode } from 'react';
import { type FrameState, phaseOf, skeletonAfter, stillWorkingAfter } from './frame-state.ts';
import { ProblemNotice } from './problem-notice.tsx';
import { RequestId } from './request-id.tsx';
import { useElapsed } from './use-elapsed.ts';
import './state-frame.css';

export type StateFrameProps = {
  state: FrameState;
  /** Is there nothing to show? True while nothing has been read. */
  isEmpty: boolean;
  /** Has the final heights, so nothing moves when the data comes. */
  skeleton: ReactNode;
  /** `NothingYet` or `NoMatch`, never both. */
  empty: ReactNode;
  children: ReactNode;
};

/** Loading, empty, failed and ready in the same way everywhere. */
export function StateFrame(props: StateFrameProps): ReactElement {
  const { state } = props;
  const phase = phaseOf(state, props.isEmpty);
  const isUnderWay = phase === 'loading' || state.isRefetching === true;
  return (
    <div className="state-frame" aria-busy={isUnderWay}>
      <ProgressLine isShown={isUnderWay} />
      {state.problem && (
        <ProblemNotice
          problem={state.problem}
          onRetry={state.onRetry}
          shownFrom={props.isEmpty ? undefined : state.shownFrom}
        />
      )}
      {phase === 'loading' && <Later>{props.skeleton}</Later>}
      {phase === 'empty' && props.empty}
      {phase === 'ready' && props.children}
      <StillWorking isUnderWay={isUnderWay} requestId={state.requestId} />
    </div>
  );
}

/** Keeps its room and stays unseen for a moment, so that a quick answer does not flicker. */
export function Later(props: { children: ReactNode }): ReactElement {
  const isDue = useElapsed(true, skeletonAfter);
  return <div className={isDue ? undefined : 'not-yet'}>{props.children}</div>;
}

export function ProgressLine(props: { isShown: boolean }): ReactElement | null {
  const isDue = useElapsed(props.isShown, skeletonAfter);
  return isDue ? <div className="progress-line" /> : null;
}

export function StillWorking(props: { isUnderWay: boolean; requestId?: string | undefined }): ReactElement {
  const isLate = useElapsed(props.isUnderWay, stillWorkingAfter);
  return (
    <div role="status">
      {isLate && (
        <p className="still-working t13 t2">
          Still working. {props.requestId !== undefined && <RequestId id={props.requestId} isLinked={false} />}
        </p>
      )}
    </div>
  );
}
