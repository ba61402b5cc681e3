import type { ReactElement, ReactNode } from 'react';
import './bill.css';

export interface BillFact {
  label: string;
  value: ReactNode;
  /** Under the value, in small type: the base of a rate, the change since. */
  note?: ReactNode;
  width?: 'normal' | 'wide' | 'widest' | 'content';
}

const widths = { normal: '', wide: 'w2', widest: 'w3', content: 'wa' } as const;

/** Facts in ruled cells, a small label above each value. `isFigures` sets the values as large figures. */
export function Bill({ facts, isFigures = false }: { facts: readonly BillFact[]; isFigures?: boolean }): ReactElement {
  return (
    <dl className={`bill${isFigures ? ' figs' : ''}`}>
      {facts.map((fact) => (
        <div key={fact.label} className={widths[fact.width ?? 'normal']}>
          <dt>{fact.label}</dt>
          <dd className={isFigures ? 'fig' : undefined}>{fact.value}</dd>
          {fact.note ? <dd className="note">{fact.note}</dd> : null}
        </div>
      ))}
    </dl>
  );
}
