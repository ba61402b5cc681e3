import type { ReactElement } from 'react';
import { problemOf } from '../../../api/problem.ts';
import { useProject } from '../../../api/project.ts';
import { useDeleteProject, useForgetProject, useResetProject } from '../../../api/project-settings.ts';
import { useGoTo } from '../../../navigation/go-to.ts';
import { paths } from '../../../navigation/paths.ts';
import { ConfirmDialog } from '../../../widgets/confirm-dialog/confirm-dialog.tsx';
import { useToasts } from '../../../widgets/toasts/toasts.tsx';

interface EraseDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function ResetProjectDialog({ isOpen, onClose }: EraseDialogProps): ReactElement {
  const { project } = useProject();
  const reset = useResetProject();
  const { say } = useToasts();
  const close = () => {
    reset.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={`Reset ${project.name}?`}
      confirmLabel={reset.isPending ? 'Erasing' : 'Erase its data'}
      keepLabel="Keep everything"
      typedName={project.name}
      isBusy={reset.isPending}
      problem={reset.error ? problemOf(reset.error) : null}
      onClose={close}
      onConfirm={() =>
        reset.mutate(project.name, {
          onSuccess: (result) => {
            close();
            say({
              kind: 'good',
              message:
                'jobId' in result
                  ? 'The data is being erased; until that ends, changes to the project are refused.'
                  : 'The data of the project is erased.',
            });
          },
        })
      }
    >
      <p>
        All contacts, segments, templates, campaigns, workflows, events, emails, uploads and logs are erased, and
        waiting mail does not leave any more. This cannot be taken back.
      </p>
    </ConfirmDialog>
  );
}

export function DeleteProjectDialog({ isOpen, onClose }: EraseDialogProps): ReactElement {
  const { project } = useProject();
  const remove = useDeleteProject();
  const forget = useForgetProject();
  const goTo = useGoTo();
  const close = () => {
    remove.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={`Delete ${project.name}?`}
      confirmLabel="Delete the project"
      keepLabel="Keep it"
      typedName={project.name}
      isBusy={remove.isPending}
      problem={remove.error ? problemOf(remove.error) : null}
      onClose={close}
      onConfirm={() =>
        remove.mutate(project.name, {
          onSuccess: () => {
            goTo(paths.projects, { replace: true });
            forget(project.id);
          },
        })
      }
    >
      <p>
        Its keys end at once, waiting mail is cancelled, its team loses access, and all data is erased within a day.
        This cannot be taken back.
      </p>
    </ConfirmDialog>
  );
}
