import { useNavigate, useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useAcceptInvitation, useInvitation, useLogout, useUser } from '../../api/account.ts';
import { problemOf } from '../../api/problem.ts';
import { paths } from '../../navigation/paths.ts';
import { Gate } from '../../shell/gate.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import './accounts.css';

export function InvitationScreen(): ReactElement | null {
  const { token = '' } = useParams({ strict: false });
  const invitation = useInvitation(token);
  const { data: user } = useUser();
  const navigate = useNavigate();
  if (invitation.isError) {
    const problem = problemOf(invitation.error);
    return (
      <Gate
        title={problem.statusCode === 404 ? 'This invitation has ended' : 'The invitation could not be read'}
        sentence={problem.statusCode === 404 ? 'It was used, withdrawn, or is older than seven days.' : problem.message}
      >
        <p className="t2 mt16">Ask the person who invited you for a new link.</p>
      </Gate>
    );
  }
  if (!invitation.data || user === undefined) return null;
  const { email, project, inviter, role } = invitation.data;
  return (
    <Gate title={`Join ${project}`} sentence={`${inviter} invites ${email} as ${role.toLowerCase()}.`}>
      <div className="mt24">
        {user === null ? (
          <>
            <SignUpForm
              token={token}
              email={email}
              hasProject={false}
              button={`Join ${project}`}
              onDone={() => void navigate({ to: '/' })}
            />
            <p className="t13 t3 mt16">
              Have an account?{' '}
              <a className="plain" href={paths.login({ next: `/app/invite/${token}` })}>
                Sign in
              </a>{' '}
              first.
            </p>
          </>
        ) : (
          <AcceptInvitation token={token} invited={email} signedIn={user.email} />
        )}
      </div>
    </Gate>
  );
}

interface AcceptInvitationProps {
  readonly token: string;
  readonly invited: string;
  readonly signedIn: string;
}

function AcceptInvitation({ token, invited, signedIn }: AcceptInvitationProps): ReactElement {
  const accept = useAcceptInvitation();
  const logout = useLogout();
  const navigate = useNavigate();
  if (invited.toLowerCase() !== signedIn.toLowerCase()) {
    return (
      <>
        <p className="notice warn">
          You are signed in as {signedIn}. The invitation is for {invited}.
        </p>
        <button
          type="button"
          className="btn wide mt16"
          onClick={() => logout.mutate(undefined, { onSuccess: () => location.reload() })}
        >
          Sign out
        </button>
      </>
    );
  }
  return (
    <>
      <button
        type="button"
        className="btn primary wide"
        disabled={accept.isPending}
        onClick={() =>
          accept.mutate(token, {
            onSuccess: ({ id }) => void navigate({ to: '/$project', params: { project: id } }),
          })
        }
      >
        Join as {signedIn}
      </button>
      {accept.isError && (
        <p className="err-msg mt8" role="alert">
          {problemOf(accept.error).message}
        </p>
      )}
    </>
  );
}
