import type { ReactElement } from 'react';
import { ConfirmDialog } from '../../../widgets/confirm-dialog/confirm-dialog.tsx';
import { countOf } from '../../../widgets/number-words/number-words.ts';
import type { AllQuestion } from './use-bulk-actions.ts';

interface SubscribeAllDialogProps {
  readonly question: AllQuestion | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before the subscription of everyone in the list changes. */
export function SubscribeAllDialog({ question, onConfirm, onClose }: SubscribeAllDialogProps): ReactElement {
  const people = countOf(question?.count ?? 0, 'contact', 'contacts');
  const isSubscribing = question?.operation === 'subscribe';
  return (
    <ConfirmDialog
      isOpen={question !== null}
      title={isSubscribing ? `Subscribe ${people}?` : `Unsubscribe ${people}?`}
      confirmLabel={isSubscribing ? `Subscribe ${people}` : `Unsubscribe ${people}`}
      keepLabel="Keep as it is"
      isDanger
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {isSubscribing
        ? 'People who unsubscribed themselves would get marketing mail again. Who was subscribed before is not remembered.'
        : 'None of them gets marketing mail any more. Who was subscribed before is not remembered.'}
    </ConfirmDialog>
  );
}
