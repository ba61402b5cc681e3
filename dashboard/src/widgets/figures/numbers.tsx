import type { ReactElement } from 'react';
import './figures.css';
import { formatCount, formatRate } from './format.ts';

/** A whole number. Zero is written; `null` means that nothing is known, and says so. */
export function Count({ value }: { value: number | null }): ReactElement {
  if (value === null) return <span className="t3">unknown</span>;
  return <span className="tab">{formatCount(value)}</span>;
}

interface RateProps {
  part: number;
  base: number;
  /** What the base counts: "delivered" gives "14.5 % of 1,131 delivered". */
  of: string;
  /** In a table whose head names the base, the base moves into the title. */
  isShort?: boolean;
  /** Writes "about" in front: for opens, which are approximate. */
  isApproximate?: boolean;
}

/** A rate is never shown without its base. */
export function Rate({ part, base, of, isShort = false, isApproximate = false }: RateProps): ReactElement {
  const rate = formatRate(part, base);
  const words = `of ${formatCount(base)} ${of}`;
  if (rate === null) {
    return (
      <span className="t3" title={words}>
        none yet
      </span>
    );
  }
  const text = isApproximate ? `about ${rate}` : rate;
  return (
    <span className="tab" title={`${formatCount(part)} ${words}`}>
      {text}
      {isShort ? <span className="vh"> {words}</span> : <span className="t3"> {words}</span>}
    </span>
  );
}
