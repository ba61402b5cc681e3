import type { CSSProperties, ReactElement } from 'react';
import { formatCount } from '../figures/format.ts';
import './cap-bar.css';

interface CapBarProps {
  label: string;
  used: number;
  /** What is already planned on top, such as scheduled campaigns. */
  planned?: number;
  /** Without a cap the bar has no end. */
  cap: number | null;
  /** The share of the cap at which owners are told. */
  warnShare?: number;
}

interface WarnStyle extends CSSProperties {
  '--warn-at': string;
}

/** A bar that ends at its cap; what is planned lies ahead, dotted. */
export function CapBar({ label, used, planned = 0, cap, warnShare = 0.8 }: CapBarProps): ReactElement {
  if (cap === null) {
    return (
      <div className="capbar open" role="img" aria-label={`${label}: ${formatCount(used)}, no cap`}>
        <i className="u" style={{ inlineSize: used > 0 ? '34%' : 0 }} />
      </div>
    );
  }
  const share = (count: number) => (cap > 0 ? Math.min(1, count / cap) : 1);
  const ahead = share(used + planned) - share(used);
  const style: WarnStyle = { '--warn-at': `${warnShare * 100}%` };
  const plan = planned > 0 ? `, ${formatCount(planned)} more planned` : '';
  return (
    <div
      className={`capbar${used >= cap ? ' full' : ''}`}
      role="img"
      aria-label={`${label}: ${formatCount(used)} of ${formatCount(cap)}${plan}`}
      style={style}
    >
      <i className="u" style={{ inlineSize: `${share(used) * 100}%` }} />
      {ahead > 0 ? <i className="f" style={{ inlineSize: `${ahead * 100}%` }} /> : null}
      <i className="l80" />
    </div>
  );
}
