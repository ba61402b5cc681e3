import { type ReactElement, useState } from 'react';
import { problemOf } from '../../../api/problem.ts';
import { useMay } from '../../../api/project.ts';
import { type Invitation, type Member, useInvite, useRemoveMember } from '../../../api/team.ts';
import { RelativeTime, useNow } from '../../../widgets/figures/relative-time.tsx';
import { useToasts } from '../../../widgets/toasts/toasts.tsx';
import { InvitationDialog } from './invitation-dialog.tsx';
import { roleNames } from './role-words.ts';

export function InvitationsTable({ invitations }: { readonly invitations: readonly Member[] }): ReactElement {
  const [renewed, setRenewed] = useState<Invitation | null>(null);
  return (
    <>
      <div className="section-h mt24 mb12">
        <h2>Open invitations</h2>
        <span className="t3">{invitations.length}</span>
        <span className="t13 t3">an invitation opens sign-up for one address, for seven days</span>
      </div>
      <div className="bleed sheet">
        <table className="list team" aria-label="Open invitations">
          <colgroup>
            <col />
            <col className="team-role" />
            <col className="team-since" />
            <col className="team-acts" />
          </colgroup>
          <thead className="vh">
            <tr>
              <th>Address</th>
              <th>Role</th>
              <th>Open until</th>
              <th>Actions</th>
            </tr>
          </thead>
          <tbody>
            {invitations.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} onRenewed={setRenewed} />
            ))}
          </tbody>
        </table>
      </div>
      <InvitationDialog invitation={renewed} onClose={() => setRenewed(null)} />
    </>
  );
}

interface InvitationRowProps {
  readonly invitation: Member;
  readonly onRenewed: (invitation: Invitation) => void;
}

function InvitationRow({ invitation, onRenewed }: InvitationRowProps): ReactElement {
  const { email, role, expiresAt, invitedAt } = invitation;
  const isOwner = useMay('OWNER');
  const isAdmin = useMay('ADMIN');
  const now = useNow();
  const invite = useInvite();
  const withdraw = useRemoveMember();
  const { say } = useToasts();
  const mayManage = role === 'OWNER' ? isOwner : isAdmin;
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= now;
  const onError = (error: Error) => say({ kind: 'bad', message: problemOf(error).message });
  return (
    <tr className="lead-row">
      <td>
        <span className="who">
          <span className="me open" aria-hidden>
            ?
          </span>
          <span>
            {email}
            {invitedAt !== null && (
              <span className="ln2 t13 t3">
                invited <RelativeTime at={invitedAt} isAgo />
              </span>
            )}
          </span>
        </span>
      </td>
      <td>
        <span className="chip">{roleNames[role]}</span>
      </td>
      <td className={isOver ? 'warn' : 't2'}>
        {expiresAt !== null && (
          <>
            {isOver ? 'ran out' : 'open until'} <RelativeTime at={expiresAt} />
          </>
        )}
      </td>
      <td className="end">
        <span className="row-acts">
          <button
            type="button"
            className="btn quiet sm"
            disabled={!mayManage || invite.isPending}
            title={mayManage ? undefined : 'Only owners and admins invite people.'}
            onClick={() => invite.mutate({ email, role }, { onSuccess: onRenewed, onError })}
          >
            Invite again
          </button>
          <button
            type="button"
            className="btn quiet sm"
            disabled={!mayManage || withdraw.isPending}
            title={mayManage ? undefined : 'Only owners and admins withdraw invitations.'}
            onClick={() =>
              withdraw.mutate(invitation.id, {
                onSuccess: () => say({ message: `The invitation of ${email} is withdrawn; its link has ended.` }),
                onError,
              })
            }
          >
            Withdraw
          </button>
        </span>
      </td>
    </tr>
  );
}
