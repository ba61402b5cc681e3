import type { ReactElement } from 'react';
import { problemOf } from '../../../api/problem.ts';
import { useProject } from '../../../api/project.ts';
import { useDisableProject } from '../../../api/project-settings.ts';
import { ConfirmDialog } from '../../../widgets/confirm-dialog/confirm-dialog.tsx';
import { useToasts } from '../../../widgets/toasts/toasts.tsx';

interface EnableDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function EnableDialog({ isOpen, onClose }: EnableDialogProps): ReactElement {
  const { project } = useProject();
  const { say } = useToasts();
  const change = useDisableProject();
  const close = () => {
    change.reset();
    onClose();
  };
  const done = () => {
    close();
    say({ kind: 'good', message: `${project.name} is in use again.` });
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={`Enable ${project.name}?`}
      confirmLabel="Enable the project"
      keepLabel="Leave it disabled"
      isDanger={false}
      isBusy={change.isPending}
      problem={change.error ? problemOf(change.error) : null}
      onClose={close}
      onConfirm={() => change.mutate(null, { onSuccess: done })}
    >
      <p>Its keys work again at once, and mail that waited leaves.</p>
    </ConfirmDialog>
  );
}
