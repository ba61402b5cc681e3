import { Ellipsis } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { problemOf } from '../../api/problem.ts';
import { type Segment, useComputeSegment, useRefreshSegment } from '../../api/segments.ts';
import { ConfirmDialog } from '../../widgets/confirm-dialog/confirm-dialog.tsx';
import { formatCount } from '../../widgets/figures/format.ts';
import { Menu } from '../../widgets/menu/menu.tsx';
import { countOf } from '../../widgets/number-words/number-words.ts';
import { useToasts } from '../../widgets/toasts/toasts.tsx';
import { DeleteSegmentDialog } from './delete-segment-dialog.tsx';
import { SegmentDetailsDialog } from './segment-details-dialog.tsx';
import type { SegmentDraft } from './use-segment-draft.ts';

interface SegmentActionsProps {
  readonly segment: Segment;
  readonly draft: SegmentDraft;
  readonly onSave: () => void;
  readonly onDeleted: () => void;
}

/** What can be done with the whole segment; counting and firing events are two things with two names. */
export function SegmentActions({ segment, draft, onSave, onDeleted }: SegmentActionsProps): ReactElement {
  const { say } = useToasts();
  const refresh = useRefreshSegment(segment.id);
  const compute = useComputeSegment(segment.id);
  const [asked, setAsked] = useState<'compute' | 'details' | 'delete' | null>(null);
  const close = () => setAsked(null);

  const count = async () => {
    try {
      const { memberCount } = await refresh.mutateAsync();
      say({ kind: 'good', message: `${countOf(memberCount, 'person is', 'people are')} in it. No event was fired.` });
    } catch (error) {
      say({ kind: 'bad', message: problemOf(error).message });
    }
  };
  const fire = async () => {
    try {
      const reply = await compute.mutateAsync();
      close();
      say({ kind: 'good', message: computedWords(reply) });
    } catch {
      // shown in the dialog
    }
  };

  return (
    <div className="acts">
      <button type="button" className="btn" disabled={refresh.isPending} onClick={() => void count()}>
        Count again
      </button>
      {segment.trackMembership && segment.type === 'DYNAMIC' && (
        <button type="button" className="btn" onClick={() => setAsked('compute')}>
          Compute and fire events…
        </button>
      )}
      {segment.type === 'DYNAMIC' && (
        <button type="button" className="btn primary" disabled={!draft.isDirty || draft.isSaving} onClick={onSave}>
          Save segment
        </button>
      )}
      <Menu
        trigger={
          <button type="button" className="btn icon" aria-label="More about this segment">
            <Ellipsis className="i" size={16} strokeWidth={1.75} aria-hidden />
          </button>
        }
        items={[
          { key: 'details', label: 'Name and tracking…', onRun: () => setAsked('details') },
          { key: 'delete', label: 'Delete segment…', isDanger: true, isApart: true, onRun: () => setAsked('delete') },
        ]}
      />
      <ConfirmDialog
        isOpen={asked === 'compute'}
        title={`Compute ${segment.name}?`}
        confirmLabel="Compute and fire events"
        keepLabel="Fire nothing"
        isDanger={false}
        isBusy={compute.isPending}
        problem={compute.error ? problemOf(compute.error) : null}
        onConfirm={() => void fire()}
        onClose={close}
      >
        <p>
          Membership is compared with the saved rules. Everyone who came in or went out since the last check fires an
          entry or exit event, and workflows that listen to it act.
        </p>
      </ConfirmDialog>
      {asked === 'details' && <SegmentDetailsDialog segment={segment} onClose={close} />}
      {asked === 'delete' && <DeleteSegmentDialog segment={segment} onClose={close} onDeleted={onDeleted} />}
    </div>
  );
}

type Computed = { readonly added: number; readonly removed: number; readonly total: number };

/** Large segments are computed in the background; the reply then names a job and no figures. */
function computedWords(reply: Computed | { readonly jobId: string }): string {
  if ('jobId' in reply) return 'It is being computed in the background. Events fire as it goes on.';
  const { added, removed, total } = reply;
  return `${formatCount(added)} entered, ${formatCount(removed)} left; ${countOf(total, 'person is', 'people are')} in it.`;
}
