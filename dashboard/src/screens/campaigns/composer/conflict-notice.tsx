import type { ReactElement } from 'react';
import type { Campaign } from '../../../api/campaigns.ts';
import { formatClock } from '../../../widgets/figures/format.ts';
import { useTimeZone } from '../../../widgets/figures/time-zone.ts';
import { StateShape } from '../../../widgets/state-shape/state-shape.tsx';
import type { DraftChoice } from './draft.ts';

interface ConflictNoticeProps {
  readonly newer: Campaign;
  readonly onAnswer: (choice: DraftChoice) => void;
}

/** The campaign was changed elsewhere while it was written here. Nothing is saved until one of the two is chosen. */
export function ConflictNotice({ newer, onAnswer }: ConflictNoticeProps): ReactElement {
  const timeZone = useTimeZone();
  return (
    <div className="notice warn mt16" role="alert">
      <StateShape shape="tri" tone="warn" />
      <span>
        <b>This campaign was changed elsewhere at {formatClock(Date.parse(newer.updatedAt), 'second', timeZone)}.</b>{' '}
        What you wrote is kept here and is not saved until you choose.
      </span>
      <span className="acts">
        <button type="button" className="btn sm" onClick={() => onAnswer('take theirs')}>
          Open the newer one
        </button>
        <button type="button" className="btn sm" onClick={() => onAnswer('keep mine')}>
          Save mine over it
        </button>
      </span>
    </div>
  );
}
