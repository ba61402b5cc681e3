import { Fragment, type ReactElement, type ReactNode } from 'react';
import { formatCount } from '../figures/format.ts';
import { type Shape, StateShape } from '../state-shape/state-shape.tsx';
import { differenceOf, differenceSentence } from './balance.ts';
import './balance-line.css';

export type BalanceTone = 'good' | 'bad' | 'warn' | 'second' | 'third';

export interface BalancePart {
  label: string;
  count: number;
  /** Where its rows are. */
  href?: string | undefined;
  shape: Shape;
  tone: BalanceTone;
}

interface BalanceLineProps {
  /** What is balanced, for screen readers. */
  label: string;
  /** What is counted and when, above the sum. */
  caption?: ReactNode;
  total: { label: string; count: number; href?: string | undefined };
  parts: readonly BalancePart[];
  addsUpSentence?: string;
  isSmall?: boolean;
}

/** The total and the parts it must equal. A line that does not add up turns red and says so. */
export function BalanceLine(props: BalanceLineProps): ReactElement {
  const { label, caption, total, parts, addsUpSentence = 'Adds up', isSmall = false } = props;
  const difference = differenceOf(total.count, parts);
  const isOff = difference !== 0;
  return (
    <section className={`balance${isSmall ? ' sm' : ''}${isOff ? ' off' : ''}`} aria-label={label}>
      <div className="cap">
        <span>{caption}</span>
        <span className="ok">
          <StateShape shape={isOff ? 'cross' : 'tick'} />
          {isOff ? differenceSentence(difference, formatCount(Math.abs(difference))) : addsUpSentence}
        </span>
      </div>
      <div className="sum">
        <Part href={total.href} count={total.count}>
          {total.label}
        </Part>
        {parts.map((part, index) => (
          <Fragment key={part.label}>
            <span className="op">{index > 0 ? '+' : isOff ? '≠' : '='}</span>
            <Part href={part.href} count={part.count}>
              <StateShape shape={part.shape} tone={`tone-${part.tone}`} />
              {part.label}
            </Part>
          </Fragment>
        ))}
      </div>
      <div className="bar" aria-hidden="true">
        {parts.map((part) =>
          part.count > 0 ? (
            <i key={part.label} className={`tone-${part.tone}`} style={{ flexGrow: part.count }} />
          ) : null,
        )}
      </div>
    </section>
  );
}

function Part({
  href,
  count,
  children,
}: {
  href: string | undefined;
  count: number;
  children: ReactNode;
}): ReactElement {
  const content = (
    <>
      <span className="n">{formatCount(count)}</span> <span className="w">{children}</span>
    </>
  );
  return href ? (
    <a className="part" href={href}>
      {content}
    </a>
  ) : (
    <span className="part">{content}</span>
  );
}
