import type { ReactElement } from 'react';
import { useInstanceConfig } from '../../../api/account.ts';
import type { Invitation } from '../../../api/team.ts';
import { CopyCell } from '../../../widgets/copy-cell/copy-cell.tsx';
import { Dialog } from '../../../widgets/dialog/dialog.tsx';

interface InvitationDialogProps {
  readonly invitation: Invitation | null;
  readonly onClose: () => void;
}

/** The link of an invitation, to hand over. */
export function InvitationDialog({ invitation, onClose }: InvitationDialogProps): ReactElement {
  return (
    <Dialog
      isOpen={invitation !== null}
      onClose={onClose}
      title={`${invitation?.email ?? ''} is invited`}
      foot={
        <button type="button" className="btn primary" onClick={onClose}>
          Done
        </button>
      }
    >
      {invitation && <InvitationLink invitation={invitation} />}
    </Dialog>
  );
}

function InvitationLink({ invitation }: { readonly invitation: Invitation }): ReactElement {
  const hasMail = useInstanceConfig().data?.features.email.enabled ?? false;
  return (
    <>
      <p>
        {hasMail
          ? 'A mail with the link is on its way. You can also hand the link over yourself.'
          : 'This instance sends no mail of its own: hand the link over yourself.'}
      </p>
      <p className="invite-link mt12">
        <CopyCell value={invitation.inviteUrl} what="invitation link" />
      </p>
      <p className="t13 t3 mt8">
        It works for this address alone, once, for seven days. It is shown only here; inviting again makes a new one.
      </p>
    </>
  );
}
