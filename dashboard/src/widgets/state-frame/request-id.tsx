import { Check, Copy } from 'lucide-react';
import { createContext, type ReactElement, type ReactNode, use, useState } from 'react';
import { cutMiddle } from '../problem/problem.ts';
import { useElapsed } from './use-elapsed.ts';

/** Draws the link to a request's row in Logs. Given once by the shell, because only the router knows the address. */
const LogsLinkContext = createContext<((requestId: string) => ReactNode) | null>(null);
export const LogsLinkProvider = LogsLinkContext;

const copiedFor = 2000;

/** The id of a request with a copy button and the way to its row in Logs. */
export function RequestId(props: { id: string; isLinked?: boolean }): ReactElement {
  const logsLink = use(LogsLinkContext);
  const [isCopied, setIsCopied] = useState(false);
  const isOver = useElapsed(isCopied, copiedFor);
  const shows = isCopied && !isOver;
  const copy = () => {
    // Where the browser refuses, the id stays selectable and no tick appears.
    navigator.clipboard.writeText(props.id).then(
      () => setIsCopied(true),
      () => setIsCopied(false),
    );
  };
  return (
    <span className="t13 t2 request-id">
      Request{' '}
      <span className="mono" title={props.id}>
        {cutMiddle(props.id)}
      </span>{' '}
      <button type="button" className="copy" aria-label="Copy request id" onClick={copy}>
        {shows ? (
          <Check size={14} strokeWidth={1.75} aria-hidden className="i" />
        ) : (
          <Copy size={14} strokeWidth={1.75} aria-hidden className="i" />
        )}
      </button>{' '}
      <span className="vh" role="status">
        {shows ? 'Copied' : ''}
      </span>
      {props.isLinked !== false && logsLink?.(props.id)}
    </span>
  );
}
