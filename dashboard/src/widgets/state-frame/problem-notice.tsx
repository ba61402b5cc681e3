import { X } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import type { Problem } from '../problem/problem.ts';
import { RequestId } from './request-id.tsx';

export type ProblemNoticeProps = {
  problem: Problem;
  onRetry?: (() => void) | undefined;
  /** When the shown data is older: "14:29". */
  shownFrom?: string | undefined;
  children?: ReactNode;
};

/** What failed, what to do, the request id with the way to Logs, and *Try again*. */
export function ProblemNotice(props: ProblemNoticeProps): ReactElement {
  const { problem } = props;
  return (
    <div className="notice bad problem-notice" role="alert">
      <X size={16} strokeWidth={2.25} aria-hidden className="i" />
      <span className="said">
        <b>{problem.message}</b> {problem.suggestion}
        {props.shownFrom !== undefined && ` What you see is from ${props.shownFrom}.`}
        {props.children}
        {problem.requestId !== undefined && (
          <>
            <br />
            <RequestId id={problem.requestId} />
          </>
        )}
      </span>
      {props.onRetry && (
        <span className="acts">
          <button type="button" className="btn sm" onClick={props.onRetry}>
            Try again
          </button>
        </span>
      )}
    </div>
  );
}
