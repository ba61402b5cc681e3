import { Eye, MousePointerClick } from 'lucide-react';
import type { ReactElement } from 'react';
import { formatCount } from '../figures/format.ts';
import './state-chip.css';

const times = (count: number, word: string): string => `${formatCount(count)} ${word}${count === 1 ? '' : 's'}`;

/** Opens and clicks: marks beside a state, not states. */
export function EmailMarks({ opens, clicks }: { opens: number; clicks: number }): ReactElement {
  return (
    <span className="marks">
      {opens > 0 ? (
        <span title={`${times(opens, 'open')}, approximate`}>
          <Eye className="i" size={14} strokeWidth={1.75} aria-hidden />
          {formatCount(opens)}
          <span className="vh"> {opens === 1 ? 'open' : 'opens'}, approximate</span>
        </span>
      ) : null}
      {clicks > 0 ? (
        <span title={times(clicks, 'click')}>
          <MousePointerClick className="i" size={14} strokeWidth={1.75} aria-hidden />
          {formatCount(clicks)}
          <span className="vh"> {clicks === 1 ? 'click' : 'clicks'}</span>
        </span>
      ) : null}
    </span>
  );
}

interface EmailFlagsProps {
  isDuplicatePossible?: boolean;
  isUnconfirmed?: boolean;
  isTest?: boolean;
}

/** What must never be hidden about a mail. */
export function EmailFlags({
  isDuplicatePossible = false,
  isUnconfirmed = false,
  isTest = false,
}: EmailFlagsProps): ReactElement | null {
  if (!isDuplicatePossible && !isUnconfirmed && !isTest) return null;
  return (
    <span className="chips">
      {isDuplicatePossible ? (
        <span className="chip warn" title="The link broke at the moment of hand-over, and it was sent once more.">
          may have arrived twice
        </span>
      ) : null}
      {isUnconfirmed ? (
        <span
          className="chip warn"
          title="The link broke at the moment of hand-over; it is taken as sent without proof."
        >
          not confirmed
        </span>
      ) : null}
      {isTest ? (
        <span className="chip" title="Captured by the dev inbox; it never left this machine.">
          test
        </span>
      ) : null}
    </span>
  );
}
