import { type ReactElement, useState } from 'react';
import { problemOf } from '../../../api/problem.ts';
import { type Role, useMay } from '../../../api/project.ts';
import { type Invitation, useInvite } from '../../../api/team.ts';
import { Dialog } from '../../../widgets/dialog/dialog.tsx';
import { Field } from '../../../widgets/form/field.tsx';
import { Form } from '../../../widgets/form/form.tsx';
import { Select, TextInput } from '../../../widgets/form/inputs.tsx';
import { useServerForm } from '../../../widgets/form/use-server-form.ts';
import { InvitationDialog } from './invitation-dialog.tsx';
import { roleNames } from './role-words.ts';

interface InviteDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function InviteDialog({ isOpen, onClose }: InviteDialogProps): ReactElement {
  const [made, setMade] = useState<Invitation | null>(null);
  return (
    <>
      {isOpen && (
        <AskDialog
          onClose={onClose}
          onInvited={(invitation) => {
            onClose();
            setMade(invitation);
          }}
        />
      )}
      <InvitationDialog invitation={made} onClose={() => setMade(null)} />
    </>
  );
}

interface AskDialogProps {
  readonly onClose: () => void;
  readonly onInvited: (invitation: Invitation) => void;
}

function AskDialog({ onClose, onInvited }: AskDialogProps): ReactElement {
  const isOwner = useMay('OWNER');
  const invite = useInvite();
  const form = useServerForm<{ email: string; role: Role }>({
    defaultValues: { email: '', role: 'MEMBER' },
    readProblem: problemOf,
    save: async ({ email, role }) => onInvited(await invite.mutateAsync({ email: email.trim(), role })),
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Invite someone"
      foot={
        <>
          <button type="button" className="btn" onClick={onClose}>
            Close
          </button>
          <button type="button" className="btn primary" disabled={form.isSaving} onClick={() => void form.submit()}>
            Invite
          </button>
        </>
      }
    >
      <Form of={form} label="Invite someone">
        <Field name="email" label="E-mail" isRequired hint="The invitation opens sign-up for this address alone.">
          <TextInput type="email" maxLength={254} autoComplete="off" rules={{ required: 'Write the address.' }} />
        </Field>
        <Field name="role" label="Role" hint={isOwner ? undefined : 'Only owners make owners.'}>
          <Select
            options={[
              { value: 'MEMBER', label: roleNames.MEMBER },
              { value: 'ADMIN', label: roleNames.ADMIN },
              { value: 'OWNER', label: roleNames.OWNER, isDisabled: !isOwner },
            ]}
          />
        </Field>
      </Form>
    </Dialog>
  );
}
