import { type ReactElement, useId, useState } from 'react';
import { problemOf } from '../../../api/problem.ts';
import { useProject } from '../../../api/project.ts';
import { type GivenReason, useDisableProject } from '../../../api/project-settings.ts';
import { ConfirmDialog } from '../../../widgets/confirm-dialog/confirm-dialog.tsx';
import { useToasts } from '../../../widgets/toasts/toasts.tsx';

const reasons: readonly (readonly [GivenReason, string])[] = [
  ['MANUAL', 'A decision of mine'],
  ['EMAIL_REPUTATION', 'Bounces or reports of spam'],
  ['PHISHING_DETECTED', 'Phishing'],
  ['CARD_VERIFICATION_FAILED', 'A card that could not be verified'],
];

interface DisableDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function DisableDialog({ isOpen, onClose }: DisableDialogProps): ReactElement {
  const { project } = useProject();
  const { say } = useToasts();
  const disable = useDisableProject();
  const selectId = useId();
  const [reason, setReason] = useState<GivenReason>('MANUAL');
  const close = () => {
    disable.reset();
    onClose();
  };
  const done = () => {
    close();
    say({ kind: 'good', message: `${project.name} is disabled.` });
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={`Disable ${project.name}?`}
      confirmLabel="Disable the project"
      keepLabel="Leave it in use"
      isBusy={disable.isPending}
      problem={disable.error ? problemOf(disable.error) : null}
      onClose={close}
      onConfirm={() => disable.mutate(reason, { onSuccess: done })}
    >
      <p>
        Its keys are refused at once, and mail that has not left yet waits. Its team sees the reason and can sign in.
      </p>
      <div className="field mt16">
        <label className="lab" htmlFor={selectId}>
          Reason
        </label>
        <span className="with-chevron">
          <select
            id={selectId}
            className="input"
            value={reason}
            onChange={(event) => setReason(reasons.find(([key]) => key === event.target.value)?.[0] ?? 'MANUAL')}
          >
            {reasons.map(([key, words]) => (
              <option key={key} value={key}>
                {words}
              </option>
            ))}
          </select>
        </span>
      </div>
    </ConfirmDialog>
  );
}
