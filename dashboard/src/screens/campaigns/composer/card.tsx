import type { ReactElement, ReactNode } from 'react';
import { StateChip } from '../../../widgets/state-chip/state-chip.tsx';

export interface CardState {
  readonly missing: string | null;
  /** Blocks of the preflight that are about this card. */
  readonly problems: number;
}

interface CardProps {
  readonly title: string;
  readonly state: CardState;
  readonly children: ReactNode;
}

/** One of the four parts of a campaign: done, missing something, or with a problem. */
export function Card({ title, state, children }: CardProps): ReactElement {
  return (
    <section className={state.problems > 0 ? 'sheet4 at' : 'sheet4'} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <CardWord {...state} />
      </header>
      {children}
    </section>
  );
}

function CardWord({ missing, problems }: CardState): ReactElement {
  if (missing !== null) return <StateChip state={{ kind: 'waiting', shape: 'ring', word: missing }} />;
  if (problems === 0) return <StateChip state={{ kind: 'verified', shape: 'dot', word: 'Done' }} />;
  const word = problems === 1 ? 'One problem' : `${problems} problems`;
  return <StateChip state={{ kind: 'failed', shape: 'boxx', word }} />;
}
