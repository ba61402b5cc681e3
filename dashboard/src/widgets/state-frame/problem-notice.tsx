import { X } from 'lucide-react';
import { createContext, type ReactElement, type ReactNode, use } from 'react';
import type { Problem } from '../problem/problem.ts';
import { RequestId } from './request-id.tsx';

export type ProblemNoticeProps = {
  problem: Problem;
  onRetry?: (() => void) | undefined;
  /** When the shown data is older: "14:29". */
  shownFrom?: string | undefined;
  children?: ReactNode;
};

/** The link to the list that a page belongs to. Given by the shell; a list has none. */
const WayBackContext = createContext<ReactNode>(null);
export const WayBackProvider = WayBackContext;

/** What failed, what to do, the request id with the way to Logs, and *Try again*. What is not there has the way back instead. */
export function ProblemNotice(props: ProblemNoticeProps): ReactElement {
  const { problem } = props;
  const wayBack = use(WayBackContext);
  // Why `onRetry`: what can be read again is what the page shows; a refused action leaves the page as it is.
  const isGone = problem.statusCode === 404 && wayBack !== null && props.onRetry !== undefined;
  const suggestion =
    isGone && !problem.suggestion ? 'It was deleted, or it belongs to another project.' : problem.suggestion;
  return (
    <div className="notice bad problem-notice" role="alert">
      <X size={16} strokeWidth={2.25} aria-hidden className="i" />
      <span className="said">
        <b>{problem.message}</b> {suggestion}
        {props.shownFrom !== undefined && ` What you see is from ${props.shownFrom}.`}
        {props.children}
        {problem.requestId !== undefined && (
          <>
            <br />
            <RequestId id={problem.requestId} />
          </>
        )}
      </span>
      {isGone && <span className="acts">{wayBack}</span>}
      {!isGone && props.onRetry && (
        <span className="acts">
          <button type="button" className="btn sm" onClick={props.onRetry}>
            Try again
          </button>
        </span>
      )}
    </div>
  );
}
