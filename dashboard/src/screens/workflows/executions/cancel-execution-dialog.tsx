import type { ReactElement } from 'react';
import { useCancelExecution } from '../../../api/executions.ts';
import { problemOf } from '../../../api/problem.ts';
import { ConfirmDialog } from '../../../widgets/confirm-dialog/confirm-dialog.tsx';

interface CancelExecutionDialogProps {
  readonly workflowId: string;
  readonly executionId: string;
  readonly who: string;
  readonly onClose: () => void;
}

export function CancelExecutionDialog({
  workflowId,
  executionId,
  who,
  onClose,
}: CancelExecutionDialogProps): ReactElement {
  const cancel = useCancelExecution(workflowId);
  return (
    <ConfirmDialog
      isOpen
      title={`Cancel the execution of ${who}?`}
      confirmLabel="Cancel execution"
      keepLabel="Keep it going"
      isBusy={cancel.isPending}
      problem={cancel.isError ? problemOf(cancel.error) : null}
      onConfirm={() => cancel.mutate(executionId, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>It takes no further step. Mail that is already queued still leaves.</p>
    </ConfirmDialog>
  );
}
