import { type ReactElement, useState } from 'react';
import { frameOf } from '../../../api/frame.ts';
import { useMay, useProject } from '../../../api/project.ts';
import { useTeam } from '../../../api/team.ts';
import { SkeletonLines } from '../../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../../widgets/state-frame/state-frame.tsx';
import { InvitationsTable } from './invitations-table.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { PeopleTable } from './people-table.tsx';
import { RightsTable } from './rights-table.tsx';

export function TeamTab(): ReactElement {
  const { project } = useProject();
  const isAdmin = useMay('ADMIN');
  const team = useTeam();
  const [isInviting, setIsInviting] = useState(false);
  const people = (team.data ?? []).filter(({ status }) => status === 'active');
  const invitations = (team.data ?? []).filter(({ status }) => status === 'pending');
  return (
    <>
      <div className="section-h mt24 mb12">
        <h2>People</h2>
        {team.data && <span className="t3">{people.length}</span>}
        <span className="t13 t3">in {project.name}; other projects have their own</span>
        {!isAdmin && <span className="t13 t3 push">Only owners and admins invite people.</span>}
        <button
          type="button"
          className={isAdmin ? 'btn primary push' : 'btn primary'}
          disabled={!isAdmin}
          onClick={() => setIsInviting(true)}
        >
          Invite someone
        </button>
      </div>
      <StateFrame
        state={frameOf(team)}
        isEmpty={team.data === undefined}
        skeleton={<SkeletonLines lines={4} />}
        empty={null}
      >
        <PeopleTable people={people} />
        {invitations.length > 0 && <InvitationsTable invitations={invitations} />}
      </StateFrame>
      <div className="mt32 settings-rights">
        <RightsTable />
      </div>
      <InviteDialog isOpen={isInviting} onClose={() => setIsInviting(false)} />
    </>
  );
}
