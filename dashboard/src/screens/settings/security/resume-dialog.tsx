import type { ReactElement } from 'react';
import { problemOf } from '../../../api/problem.ts';
import { type PauseScope, useResume } from '../../../api/resume.ts';
import { ConfirmDialog } from '../../../widgets/confirm-dialog/confirm-dialog.tsx';

interface ResumeDialogProps {
  readonly scope: PauseScope | null;
  readonly onClose: () => void;
}

export function ResumeDialog({ scope, onClose }: ResumeDialogProps): ReactElement {
  const resume = useResume();
  const close = () => {
    resume.reset();
    onClose();
  };
  const isAll = scope === 'ALL';
  return (
    <ConfirmDialog
      isOpen={scope !== null}
      title={isAll ? 'Resume everything?' : 'Resume marketing?'}
      confirmLabel={isAll ? 'Resume everything' : 'Resume marketing'}
      keepLabel="Stay paused"
      isDanger={false}
      isBusy={resume.isPending}
      problem={resume.error ? problemOf(resume.error) : null}
      onClose={close}
      onConfirm={() => scope && resume.mutate(scope, { onSuccess: close })}
    >
      <p>
        Held mail leaves at once and counting begins anew. Make sure that what caused the pause is gone:
        {isAll
          ? ' the next one harms the reputation of the whole instance.'
          : ' marketing can be resumed once in 7 days.'}
      </p>
    </ConfirmDialog>
  );
}
