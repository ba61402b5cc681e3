import type { ReactElement, ReactNode } from 'react';
import { formatCount } from '../figures/format.ts';
import { type CheckLevel, CheckShape } from './check-shape.tsx';
import './check-list.css';

export interface Check {
  id: string;
  level: CheckLevel;
  sentence: ReactNode;
  /** What it means, under the sentence. */
  more?: ReactNode;
  /** How many people it concerns, with a way to see them. */
  people?: { count: number; href?: string };
  /** At the end of the line: an age, a figure. */
  aside?: ReactNode;
  /** Buttons or links that mend it. */
  fixes?: ReactNode;
}

/** Preflight, doctor, domain and inbox checks. A check that could not run is unknown, never a pass. */
export function CheckList({ checks, label }: { checks: readonly Check[]; label: string }): ReactElement {
  return (
    <ul className="checks" aria-label={label}>
      {checks.map((check) => (
        <li key={check.id} className={check.level === 'block' ? 'open' : undefined}>
          <CheckShape level={check.level} />
          <span>{check.level === 'block' || check.level === 'warn' ? <b>{check.sentence}</b> : check.sentence}</span>
          <span className={`side-end${check.level === 'block' ? ' bad' : ''}`}>
            {check.people ? <People {...check.people} /> : check.aside}
          </span>
          {check.more ? <span className="more">{check.more}</span> : null}
          {check.fixes ? <span className="fixes">{check.fixes}</span> : null}
        </li>
      ))}
    </ul>
  );
}

function People({ count, href }: { count: number; href?: string }): ReactElement {
  const text = `${formatCount(count)} ${count === 1 ? 'person' : 'people'}`;
  return href ? (
    <a className="plain" href={href}>
      {text}
    </a>
  ) : (
    <span>{text}</span>
  );
}
