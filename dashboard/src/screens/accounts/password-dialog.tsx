import type { ReactElement } from 'react';
import { useChangePassword } from '../../api/own-account.ts';
import { problemOf } from '../../api/problem.ts';
import { Dialog } from '../../widgets/dialog/dialog.tsx';
import { Field } from '../../widgets/form/field.tsx';
import { Form } from '../../widgets/form/form.tsx';
import { PasswordInput } from '../../widgets/form/inputs.tsx';
import { useServerForm } from '../../widgets/form/use-server-form.ts';

interface PasswordDialogProps {
  /** An account that signs in through a provider has none yet. */
  readonly hasPassword: boolean;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

export function PasswordDialog({ hasPassword, onClose, onChanged }: PasswordDialogProps): ReactElement {
  const change = useChangePassword();
  const form = useServerForm({
    defaultValues: { currentPassword: '', newPassword: '' },
    readProblem: (error) => {
      const problem = problemOf(error);
      if (problem.code !== 'INVALID_CREDENTIALS') return problem;
      const message = 'This is not your password.';
      return { ...problem, fieldErrors: [{ field: 'currentPassword', code: 'custom', message }] };
    },
    save: async ({ currentPassword, newPassword }) => {
      await change.mutateAsync({ newPassword, ...(hasPassword && { currentPassword }) });
      onChanged();
    },
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={hasPassword ? 'Change password' : 'Set a password'}
      foot={
        <>
          <button type="button" className="btn" onClick={onClose}>
            Close
          </button>
          <button type="button" className="btn primary" disabled={form.isSaving} onClick={() => void form.submit()}>
            {hasPassword ? 'Change password' : 'Set password'}
          </button>
        </>
      }
    >
      <Form of={form} label="Change password">
        {hasPassword && (
          <Field name="currentPassword" label="Current password" isRequired>
            <PasswordInput maxLength={1024} rules={{ required: 'Write your current password.' }} />
          </Field>
        )}
        <Field name="newPassword" label="New password" isRequired hint="At least 10 characters. Other sessions end.">
          <PasswordInput
            autoComplete="new-password"
            maxLength={128}
            rules={{
              required: 'Write the new password.',
              minLength: { value: 10, message: 'This has fewer than 10 characters.' },
            }}
          />
        </Field>
      </Form>
    </Dialog>
  );
}
