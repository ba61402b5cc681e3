import type { ReactElement } from 'react';
import type { Template } from '../../api/templates.ts';
import { formatClock } from '../../widgets/figures/format.ts';
import { useTimeZone } from '../../widgets/figures/time-zone.ts';
import { StateShape } from '../../widgets/state-shape/state-shape.tsx';

interface ConflictNoticeProps {
  readonly newer: Template;
  readonly onAnswer: (choice: 'take theirs' | 'keep mine') => void;
}

/** The template was changed elsewhere while it was edited here. Nothing is saved until one of the two is chosen. */
export function ConflictNotice({ newer, onAnswer }: ConflictNoticeProps): ReactElement {
  const timeZone = useTimeZone();
  const changedAt = formatClock(Date.parse(newer.updatedAt), 'second', timeZone);
  return (
    <div className="notice warn conflict" role="alert">
      <StateShape shape="tri" tone="warn" />
      <span>
        <b>This template was changed elsewhere at {changedAt}.</b> Your text is kept here and is not saved until you
        choose.
      </span>
      <span className="acts">
        <button type="button" className="btn sm" onClick={() => onAnswer('take theirs')}>
          Open the newer text
        </button>
        <button type="button" className="btn sm" onClick={() => onAnswer('keep mine')}>
          Save mine over it
        </button>
      </span>
    </div>
  );
}
