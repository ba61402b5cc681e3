import type { ReactElement } from 'react';
import { formatCount } from '../figures/format.ts';
import './mini-bar.css';

export interface MiniBarPart {
  label: string;
  count: number;
  tone: 'good' | 'bad' | 'warn' | 'second' | 'third';
}

/** Where the mails of one campaign are, in a row; a dotted line while none was sent. */
export function MiniBar({ parts }: { parts: readonly MiniBarPart[] }): ReactElement {
  const present = parts.filter(({ count }) => count > 0);
  if (present.length === 0) return <span className="minibar none" role="img" aria-label="not sent" />;
  const label = present.map(({ label: name, count }) => `${formatCount(count)} ${name}`).join(', ');
  return (
    <span className="minibar" role="img" aria-label={label} title={label}>
      {present.map((part) => (
        <i key={part.label} className={`tone-${part.tone}`} style={{ flexGrow: part.count }} />
      ))}
    </span>
  );
}
