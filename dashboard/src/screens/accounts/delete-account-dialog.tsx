import { type ReactElement, useState } from 'react';
import type { User } from '../../api/account.ts';
import { useDeleteAccount } from '../../api/own-account.ts';
import { problemOf } from '../../api/problem.ts';
import { ConfirmDialog } from '../../widgets/confirm-dialog/confirm-dialog.tsx';
import { Field } from '../../widgets/form/field.tsx';
import { PasswordInput } from '../../widgets/form/inputs.tsx';

interface DeleteAccountDialogProps {
  readonly user: User;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

export function DeleteAccountDialog({ user, onClose, onDeleted }: DeleteAccountDialogProps): ReactElement {
  const remove = useDeleteAccount();
  const [password, setPassword] = useState('');
  const hasPassword = user.type === 'PASSWORD';
  return (
    <ConfirmDialog
      isOpen
      title="Delete your account?"
      confirmLabel="Delete my account"
      keepLabel="Keep it"
      typedName={user.email}
      isBusy={remove.isPending || (hasPassword && password === '')}
      problem={remove.error ? problemOf(remove.error) : null}
      onClose={onClose}
      onConfirm={() => remove.mutate(hasPassword ? password : null, { onSuccess: onDeleted })}
    >
      <p className="mb12">
        You are signed out everywhere and leave every team. What you made in projects stays there. This cannot be taken
        back.
      </p>
      {hasPassword && (
        <Field label="Password" isRequired>
          <PasswordInput maxLength={1024} value={password} onChange={(event) => setPassword(event.target.value)} />
        </Field>
      )}
    </ConfirmDialog>
  );
}
