import type { ReactElement } from 'react';
import { formatClock } from '../../widgets/figures/format.ts';
import { useTimeZone } from '../../widgets/figures/time-zone.ts';
import { type Draft, isUnsaved, refusedErrors } from './draft.ts';

/** Whether the texts are safe: "Saved 14:31:52", or what keeps them from being saved. */
export function SavedWord({ draft, onSave }: { readonly draft: Draft; readonly onSave: () => void }): ReactElement {
  const timeZone = useTimeZone();
  const { refused, texts } = draft;
  const time = formatClock(Date.parse(draft.savedAt), 'second', timeZone);
  if (draft.isSaving) return <>Saving</>;
  if (!isUnsaved(draft)) return <>Saved {time}</>;
  if (draft.newer) return <span className="warn">Not saved since {time}</span>;
  if (refused === null || refused.texts !== texts) return <>Not saved yet</>;
  if (refusedErrors(refused.problem).length > 0) return <span className="bad">Not saved: the text has an error</span>;
  return (
    <span className="bad">
      Not saved since {time}. {refused.problem.message}{' '}
      <button type="button" className="plain" onClick={onSave}>
        Try again
      </button>
    </span>
  );
}
