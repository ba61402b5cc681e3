import { type ReactElement, useState } from 'react';
import { useUser } from '../../../api/account.ts';
import { problemOf } from '../../../api/problem.ts';
import { type Role, useMay, useProject } from '../../../api/project.ts';
import { type Member, useChangeRole, useRemoveMember } from '../../../api/team.ts';
import { useGoTo } from '../../../navigation/go-to.ts';
import { paths } from '../../../navigation/paths.ts';
import { initialsOf } from '../../../shell/account-menu.tsx';
import { ConfirmDialog } from '../../../widgets/confirm-dialog/confirm-dialog.tsx';
import { RelativeTime } from '../../../widgets/figures/relative-time.tsx';
import { Select } from '../../../widgets/form/inputs.tsx';
import { useToasts } from '../../../widgets/toasts/toasts.tsx';
import { allRoles, roleNames } from './role-words.ts';
import '../../../widgets/data-list/data-list.css';

export function PeopleTable({ people }: { readonly people: readonly Member[] }): ReactElement {
  const [removed, setRemoved] = useState<Member | null>(null);
  const owners = people.filter(({ role }) => role === 'OWNER').length;
  return (
    <div className="bleed sheet">
      <table className="list team" aria-label="People">
        <colgroup>
          <col />
          <col className="team-role" />
          <col className="team-since" />
          <col className="team-acts" />
        </colgroup>
        <thead>
          <tr>
            <th>Person</th>
            <th>Role</th>
            <th>Since</th>
            <th>
              <span className="vh">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              isLastOwner={person.role === 'OWNER' && owners === 1}
              onRemove={setRemoved}
            />
          ))}
        </tbody>
      </table>
      <RemoveDialog person={removed} onClose={() => setRemoved(null)} />
    </div>
  );
}

interface PersonRowProps {
  readonly person: Member;
  readonly isLastOwner: boolean;
  readonly onRemove: (person: Member) => void;
}

function PersonRow({ person, isLastOwner, onRemove }: PersonRowProps): ReactElement {
  const { data: user } = useUser();
  const isOwner = useMay('OWNER');
  const isAdmin = useMay('ADMIN');
  const change = useChangeRole();
  const { say } = useToasts();
  const isMe = person.id === user?.id;
  const name = person.name ?? person.email;
  const mayManage = person.role === 'OWNER' ? isOwner : isAdmin;
  const refusal = refusalOf({ isLastOwner, mayManage, isMe, isOwnersRow: person.role === 'OWNER' });
  const changeRole = async (role: Role) => {
    try {
      await change.mutateAsync({ id: person.id, role });
      say({ kind: 'good', message: `${name} is ${roleNames[role].toLowerCase()} now.` });
    } catch (error) {
      say({ kind: 'bad', message: problemOf(error).message });
    }
  };
  return (
    <tr className="lead-row">
      <td>
        <span className="who">
          <span className="me" aria-hidden>
            {initialsOf(name)}
          </span>
          <span>
            <b>{name}</b> {isMe && <span className="chip">you</span>}
            {person.name !== null && <span className="ln2 t13 t3">{person.email}</span>}
          </span>
        </span>
      </td>
      <td>
        <span className="role-pick">
          <Select
            aria-label={`Role of ${name}`}
            value={person.role}
            disabled={!mayManage || isLastOwner || change.isPending}
            title={refusal}
            options={allRoles.map((role) => ({
              value: role,
              label: roleNames[role],
              isDisabled: role === 'OWNER' && !isOwner,
            }))}
            onChange={(event) => {
              const role = allRoles.find((known) => known === event.target.value);
              if (role) changeRole(role).catch(reportError);
            }}
          />
        </span>
      </td>
      <td className="t2">{person.joinedAt && <RelativeTime at={person.joinedAt} />}</td>
      <td className="end">
        {(isMe || mayManage) && !isLastOwner ? (
          <button type="button" className="btn quiet sm" onClick={() => onRemove(person)}>
            {isMe ? 'Leave…' : 'Remove…'}
          </button>
        ) : (
          <span className="t13 t3">{refusal}</span>
        )}
      </td>
    </tr>
  );
}

function refusalOf(row: {
  isLastOwner: boolean;
  mayManage: boolean;
  isMe: boolean;
  isOwnersRow: boolean;
}): string | undefined {
  if (row.isLastOwner) return row.isMe ? 'the last owner cannot leave' : 'the last owner cannot be removed';
  if (row.mayManage) return undefined;
  return row.isOwnersRow ? 'only owners change owners' : 'only owners and admins change this';
}

function RemoveDialog({
  person,
  onClose,
}: {
  readonly person: Member | null;
  readonly onClose: () => void;
}): ReactElement {
  const { project } = useProject();
  const { data: user } = useUser();
  const remove = useRemoveMember();
  const goTo = useGoTo();
  const isMe = person !== null && person.id === user?.id;
  const name = person?.name ?? person?.email ?? '';
  const close = () => {
    remove.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen={person !== null}
      title={isMe ? `Leave ${project.name}?` : `Remove ${name}?`}
      confirmLabel={isMe ? 'Leave the project' : 'Remove'}
      keepLabel={isMe ? 'Stay' : 'Keep'}
      isBusy={remove.isPending}
      problem={remove.error ? problemOf(remove.error) : null}
      onClose={close}
      onConfirm={() => {
        if (!person) return;
        remove.mutate(person.id, {
          onSuccess: () => {
            close();
            if (isMe) goTo(paths.projects, { replace: true });
          },
        });
      }}
    >
      <p>
        {isMe
          ? 'You see nothing of this project from the next request on. Coming back needs an invitation.'
          : `${name} sees nothing of ${project.name} from the next request on. What they made stays.`}
      </p>
    </ConfirmDialog>
  );
}
