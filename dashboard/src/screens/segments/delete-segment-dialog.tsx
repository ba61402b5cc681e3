import type { ReactElement } from 'react';
import { problemOf } from '../../api/problem.ts';
import { useSegmentUses } from '../../api/segment-uses.ts';
import { type Segment, useDeleteSegment } from '../../api/segments.ts';
import { ConfirmDialog } from '../../widgets/confirm-dialog/confirm-dialog.tsx';
import { countOf } from '../../widgets/number-words/number-words.ts';

interface DeleteSegmentDialogProps {
  readonly segment: Segment;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

export function DeleteSegmentDialog({ segment, onClose, onDeleted }: DeleteSegmentDialogProps): ReactElement {
  const remove = useDeleteSegment(segment.id);
  const { data: uses = [] } = useSegmentUses(segment);
  const problem = remove.error ? problemOf(remove.error) : null;
  const campaigns = problem?.details.campaigns;
  const deleteNow = async () => {
    try {
      await remove.mutateAsync();
      onDeleted();
    } catch {
      // shown in the dialog
    }
  };
  return (
    <ConfirmDialog
      isOpen
      title={`Delete ${segment.name}?`}
      confirmLabel="Delete segment"
      keepLabel="Keep it"
      typedName={uses.length > 0 ? segment.name : undefined}
      isBusy={remove.isPending}
      problem={problem}
      onConfirm={() => void deleteNow()}
      onClose={onClose}
    >
      <p>
        The {countOf(segment.memberCount, 'person in it stays a contact', 'people in it stay contacts')}. No exit event
        is fired. This cannot be undone.
      </p>
      {uses.length > 0 && (
        <p>
          {countOf(uses.length, 'thing refers', 'things refer')} to it: {uses.map(({ name }) => name).join(', ')}. Rules
          that ask for it will match no one.
        </p>
      )}
      {Array.isArray(campaigns) && (
        <p>Change the audience of {countOf(campaigns.length, 'campaign', 'campaigns')} first.</p>
      )}
    </ConfirmDialog>
  );
}
