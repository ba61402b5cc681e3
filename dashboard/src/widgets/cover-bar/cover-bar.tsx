import type { ReactElement } from 'react';
import { formatCount, formatRate } from '../figures/format.ts';
import './cover-bar.css';

/** How many contacts have a value: the number, a bar and the share. */
export function CoverBar({ count, total, of }: { count: number; total: number; of: string }): ReactElement {
  const share = total > 0 ? Math.min(1, count / total) : 0;
  return (
    <span className="cover" title={`${formatCount(count)} of ${formatCount(total)} ${of}`}>
      <span className="end">{formatCount(count)}</span>
      <span className="track" aria-hidden="true">
        <i style={{ inlineSize: `${share * 100}%` }} />
      </span>
      <span className="rate">
        {total > 0 ? formatRate(count, total) : ''}
        <span className="vh">
          {' '}
          of {formatCount(total)} {of}
        </span>
      </span>
    </span>
  );
}
