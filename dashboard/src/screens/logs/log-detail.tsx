import type { ReactElement } from 'react';
import { useBaseUrl } from '../../api/base-url.ts';
import { curlOf } from '../../api/curl.ts';
import { type LogDetail as Detail, useLog } from '../../api/logs.ts';
import { problemOf } from '../../api/problem.ts';
import { Bill, type BillFact } from '../../widgets/bill/bill.tsx';
import { CopyCell } from '../../widgets/copy-cell/copy-cell.tsx';
import { CopyCurlButton } from '../../widgets/copy-cell/copy-curl-button.tsx';
import { formatBytes } from '../../widgets/figures/format.ts';
import { readableBody } from '../../widgets/snippet/readable-body.ts';
import { Snippet } from '../../widgets/snippet/snippet.tsx';
import { SkeletonLines } from '../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../widgets/state-frame/state-frame.tsx';
import { isCut } from './json-body.ts';
import { LogMade } from './log-made.tsx';

/** One call: who made it, what it made, and both bodies. */
export function LogDetail({ requestId }: { readonly requestId: string }): ReactElement {
  const { data: log, error, isPending, refetch } = useLog(requestId);
  return (
    <StateFrame
      state={{ isLoading: isPending, problem: error ? problemOf(error) : null, onRetry: () => void refetch() }}
      isEmpty={!log}
      skeleton={<SkeletonLines lines={10} />}
      empty={<p className="t2 mt12">This call is no longer kept.</p>}
    >
      {log && <OneCall log={log} />}
    </StateFrame>
  );
}

function OneCall({ log }: { readonly log: Detail }): ReactElement {
  return (
    <div className="log-detail">
      <Bill facts={factsOf(log)} />
      {log.errorMessage && (
        <div className="notice bad mt12">
          <span>
            <b>{log.errorMessage}</b> {log.suggestion}
          </span>
        </div>
      )}
      {log.ignoredFields.length > 0 && (
        <div className="notice warn mt12">
          <span>
            {log.ignoredFields.length === 1 ? 'One field was ignored: ' : 'Fields that were ignored: '}
            <code>{log.ignoredFields.join(', ')}</code>
          </span>
        </div>
      )}
      <LogMade log={log} />
      <Body title="Sent to us" body={log.requestBody} none="No body was sent, or it is not kept." />
      <Body title="Answered" body={log.responseBody} none="No body was answered, or it is not kept." />
      <Replay log={log} />
    </div>
  );
}

function factsOf(log: Detail): BillFact[] {
  const key = { secret: `sk_…${log.keyLast4}`, public: `pk_…${log.keyLast4}`, session: 'a person' } as const;
  return [
    { label: 'Request id', width: 'wide', value: <CopyCell value={log.requestId} what="request id" isIdentifier /> },
    { label: 'Key', value: log.identity === null ? 'none' : <span className="mono">{key[log.identity]}</span> },
    {
      label: 'Agent, address',
      width: 'wide',
      value: [log.userAgent, log.clientAddress].filter(Boolean).join(', ') || 'not kept',
    },
  ];
}

function Body(props: { readonly title: string; readonly body: string | null; readonly none: string }): ReactElement {
  const { title, body, none } = props;
  return (
    <>
      <div className="lab-row">
        <h3>{title}</h3>
        {body !== null && <span className="more">{formatBytes(new TextEncoder().encode(body).length)}</span>}
      </div>
      {body === null ? (
        <p className="t13 t3">{none}</p>
      ) : (
        <Snippet label={title} variants={[{ language: 'JSON', code: readableBody(body) }]} />
      )}
    </>
  );
}

/** The same call for a shell. What was made only once keeps its idempotency key out, so that it is made again. */
function Replay({ log }: { readonly log: Detail }): ReactElement | null {
  const baseUrl = useBaseUrl();
  if (log.method === null || log.path === null) return null;
  const { requestBody: body } = log;
  const text = curlOf(baseUrl, {
    method: log.method,
    path: log.path,
    ...(log.idempotencyKey && { headers: { 'Idempotency-Key': `replay-${log.requestId}` } }),
    body,
    keyName: log.identity === 'public' ? 'POSTRIDER_PUBLIC_KEY' : 'POSTRIDER_KEY',
  });
  return (
    <div className="rowflex mt12 wrap-s">
      <CopyCurlButton text={text} word="Replay as curl" isSmall />
      <span className="t13 t3">
        {body !== null && isCut(body)
          ? 'The key is left out; so is what the log cut from the body.'
          : log.idempotencyKey
            ? 'The key is left out; the idempotency key is new.'
            : 'The key is left out.'}
      </span>
    </div>
  );
}
