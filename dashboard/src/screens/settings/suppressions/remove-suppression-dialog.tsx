import type { ReactElement } from 'react';
import { problemOf } from '../../../api/problem.ts';
import { type Suppression, useRemoveSuppression } from '../../../api/suppressions.ts';
import { ConfirmDialog } from '../../../widgets/confirm-dialog/confirm-dialog.tsx';

interface RemoveSuppressionDialogProps {
  readonly suppression: Suppression | null;
  readonly onClose: () => void;
  readonly onRemoved: (suppression: Suppression) => void;
}

const consequences: Readonly<Record<Suppression['reason'], string>> = {
  BOUNCE:
    'Its mailbox refused your mail for good. If it still does, the next bounce counts against you and lists it again.',
  COMPLAINT: 'The person marked your mail as unwanted. Write again only if they asked you to.',
  MANUAL: 'Your team put it on the list. Mail to it leaves again from now on.',
};

export function RemoveSuppressionDialog({
  suppression,
  onClose,
  onRemoved,
}: RemoveSuppressionDialogProps): ReactElement {
  const remove = useRemoveSuppression();
  const close = () => {
    remove.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen={suppression !== null}
      title={`Write to ${suppression?.email ?? ''} again?`}
      confirmLabel="Take it off the list"
      keepLabel="Keep it listed"
      isBusy={remove.isPending}
      problem={remove.error ? problemOf(remove.error) : null}
      onClose={close}
      onConfirm={() => {
        if (!suppression) return;
        remove.mutate(suppression.id, {
          onSuccess: () => {
            close();
            onRemoved(suppression);
          },
        });
      }}
    >
      <p>{suppression && consequences[suppression.reason]}</p>
    </ConfirmDialog>
  );
}
