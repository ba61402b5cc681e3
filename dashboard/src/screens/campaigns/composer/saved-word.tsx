import type { ReactElement } from 'react';
import { formatClock } from '../../../widgets/figures/format.ts';
import { useTimeZone } from '../../../widgets/figures/time-zone.ts';
import { type Draft, isUnsaved } from './draft.ts';
import { isWritten } from './missing.ts';

/** Whether the campaign is safe: "Saved 14:31:52", or what keeps it from being saved. */
export function SavedWord({ draft, onSave }: { readonly draft: Draft; readonly onSave: () => void }): ReactElement {
  const timeZone = useTimeZone();
  const { refused, fields } = draft;
  const time = formatClock(Date.parse(draft.savedAt), 'second', timeZone);
  if (draft.isSaving) return <>Saving</>;
  if (!isUnsaved(draft)) return <>Saved {time}.</>;
  if (draft.newer) return <span className="warn">Not saved since {time}.</span>;
  if (!isWritten(fields)) return <span className="warn">Not saved since {time}: something is missing.</span>;
  if (refused === null || refused.fields !== fields) return <>Not saved yet.</>;
  return (
    <span className="bad">
      Not saved since {time}. {refused.problem.message}{' '}
      <button type="button" className="plain" onClick={onSave}>
        Try again
      </button>
    </span>
  );
}
