import type { ReactElement } from 'react';
import { useProject } from '../../../api/project.ts';
import { ConfirmDialog } from '../../../widgets/confirm-dialog/confirm-dialog.tsx';
import { formatCount } from '../../../widgets/figures/format.ts';
import { countOf } from '../../../widgets/number-words/number-words.ts';

interface DeleteContactsDialogProps {
  /** How many would go; nothing is asked while there are none. */
  readonly count: number;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export function DeleteContactsDialog({ count, onConfirm, onClose }: DeleteContactsDialogProps): ReactElement {
  const { project } = useProject();
  return (
    <ConfirmDialog
      isOpen={count > 0}
      title={`Delete ${countOf(count, 'contact', 'contacts')}?`}
      confirmLabel={`Delete ${formatCount(count)}`}
      keepLabel={count === 1 ? 'Keep it' : 'Keep them'}
      typedName={count > 1 ? project.name : undefined}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        Their events and memberships go with them, and mail that has not left yet is cancelled. Mail already sent stays
        in the counts without its address. This cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
