import type { ReactElement } from 'react';
import type { LogLine } from '../../api/logs.ts';
import type { Column } from '../../widgets/data-list/column.ts';
import { ClockTime } from '../../widgets/figures/clock-time.tsx';
import { formatCount, formatExact } from '../../widgets/figures/format.ts';
import { useTimeZone } from '../../widgets/figures/time-zone.ts';

const keyWords = { secret: 'sk_', public: 'pk_', session: 'person' } as const;

export const logColumns: Column<LogLine>[] = [
  { key: 'time', name: 'Time', width: 132, card: 'tm', className: 't3 tab', cell: ({ at }) => <ClockTime at={at} /> },
  { key: 'call', name: 'Call', card: 'to', isOpener: true, cell: (line) => <Call line={line} /> },
  { key: 'status', name: 'Status', width: 56, card: 'stt', cell: ({ status }) => <Status status={status} /> },
  {
    key: 'ms',
    name: 'ms',
    width: 52,
    align: 'end',
    isHiddenOnPhone: true,
    className: 't3',
    cell: ({ durationMs }) => (durationMs === null ? '' : formatCount(Math.round(durationMs))),
  },
  {
    key: 'key',
    name: 'Key',
    width: 64,
    isHiddenOnPhone: true,
    className: 't3',
    cell: ({ identity }) =>
      identity && (identity === 'session' ? keyWords[identity] : <code>{keyWords[identity]}</code>),
  },
  {
    key: 'request',
    name: 'Request id',
    width: 84,
    yields: 1,
    card: 'rt',
    className: 'mono t2',
    cell: ({ requestId, leftOut }) => leftOut === 0 && <span title={requestId}>…{requestId.slice(-4)}</span>,
  },
];

function Call({ line }: { readonly line: LogLine }): ReactElement {
  const timeZone = useTimeZone();
  if (line.leftOut > 0) {
    return <span className="t2">{formatCount(line.leftOut)} calls in this second were not written down.</span>;
  }
  return (
    <>
      <span className="mono" title={formatExact(Date.parse(line.at), timeZone)}>
        <span className="verb">{line.method}</span>
        {line.path}
      </span>
      {line.errorMessage && (
        <span className="say">
          <span className="bad">{line.errorMessage}</span> {line.suggestion}
        </span>
      )}
      {line.isDeprecated && <span className="say">It uses something that is deprecated.</span>}
    </>
  );
}

const Status = ({ status }: { readonly status: number | null }): ReactElement => (
  <span className={status !== null && status >= 400 ? 'code bad' : 'code'}>{status}</span>
);
