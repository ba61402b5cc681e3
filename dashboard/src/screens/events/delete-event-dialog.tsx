import type { ReactElement } from 'react';
import { useDeleteEventName, useEventUsage } from '../../api/events.ts';
import { problemOf } from '../../api/problem.ts';
import { ConfirmDialog } from '../../widgets/confirm-dialog/confirm-dialog.tsx';
import { countOf } from '../../widgets/number-words/number-words.ts';

interface DeleteEventDialogProps {
  readonly name: string;
  readonly onClose: () => void;
  readonly onDeleted: (message: string) => void;
}

/** Takes every record of a name away; what refers to it is named first. */
export function DeleteEventDialog({ name, onClose, onDeleted }: DeleteEventDialogProps): ReactElement {
  const remove = useDeleteEventName();
  const { data: usage } = useEventUsage(name);
  const uses = usage ? [...usage.usedInWorkflows, ...usage.usedInSegments, ...usage.usedInCampaigns] : [];
  const deleteNow = async () => {
    try {
      const reply = await remove.mutateAsync(name);
      onDeleted(
        'deletedCount' in reply
          ? `${countOf(reply.deletedCount, 'event', 'events')} deleted.`
          : 'The events are being deleted in the background.',
      );
    } catch {
      // shown in the dialog
    }
  };
  return (
    <ConfirmDialog
      isOpen
      title={`Delete every ${name}?`}
      confirmLabel={usage ? `Delete ${countOf(usage.totalCount, 'event', 'events')}` : 'Delete events'}
      keepLabel="Keep them"
      typedName={name}
      isBusy={remove.isPending}
      problem={remove.error ? problemOf(remove.error) : null}
      onConfirm={() => void deleteNow()}
      onClose={onClose}
    >
      <p>
        {usage && `${countOf(usage.uniqueContacts, 'person has', 'people have')} done it. `}
        What came with the events stays on the contacts. Events recorded later count again. This cannot be undone.
      </p>
      {uses.length > 0 && (
        <p>
          {countOf(uses.length, 'thing refers', 'things refer')} to it: {uses.map((use) => use.name).join(', ')}. Rules
          find nothing afterwards, and steps that wait for it go on waiting.
        </p>
      )}
    </ConfirmDialog>
  );
}
