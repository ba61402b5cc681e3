import { type ReactElement, useState } from 'react';
import { useUser } from '../../../api/account.ts';
import { problemOf } from '../../../api/problem.ts';
import { useMay, useProject } from '../../../api/project.ts';
import { useChangeProject } from '../../../api/project-settings.ts';
import { type SetupState, useSetupState } from '../../../api/setup.ts';
import { paths } from '../../../navigation/paths.ts';
import { type Check, CheckList } from '../../../widgets/check-list/check-list.tsx';
import { useToasts } from '../../../widgets/toasts/toasts.tsx';
import { GoLiveDialog } from './go-live-dialog.tsx';

/** Whether mail reaches people, and the switch. */
export function ModeCard(): ReactElement {
  const { project } = useProject();
  const isAdmin = useMay('ADMIN');
  const { data: user } = useUser();
  const { data: setup } = useSetupState();
  const change = useChangeProject();
  const { say } = useToasts();
  const [isAsking, setIsAsking] = useState(false);
  const isLive = project.mode === 'live';
  const isReady = setup?.hasVerifiedDomain === true && setup.hasProvider;
  const backToTest = async () => {
    try {
      await change.mutateAsync({ mode: 'test' });
      say({ kind: 'good', message: 'Test mode: new mail stays in the dev inbox.' });
    } catch (error) {
      say({ kind: 'bad', message: problemOf(error).message });
    }
  };
  return (
    <section className="card mode-card mt32" aria-label="Mode">
      <div className="c-head">
        <h2>{isLive ? 'Live' : 'Test mode'}</h2>
        <span className="c-end t13 t3">
          {isLive ? 'Mail reaches real people.' : 'Mail stays in the dev inbox; nobody gets it.'}
        </span>
      </div>
      <div className="c-body">
        {!isLive && setup && (
          <CheckList label="What going live needs" checks={needs(project.id, setup, user?.emailVerified ?? true)} />
        )}
        {isLive && <p className="t2">Going back keeps what was accepted already: that mail still leaves.</p>}
        <div className="rowflex wrap-s mt16">
          {isLive ? (
            <button
              type="button"
              className="btn"
              disabled={!isAdmin || change.isPending}
              onClick={() => void backToTest()}
            >
              Back to test mode
            </button>
          ) : (
            <button
              type="button"
              className="btn primary"
              disabled={!isAdmin || !isReady}
              onClick={() => setIsAsking(true)}
            >
              Go live…
            </button>
          )}
          <span className="t13 t3">{reasonOf(isAdmin, isLive, setup)}</span>
        </div>
      </div>
      <GoLiveDialog isOpen={isAsking} onClose={() => setIsAsking(false)} />
    </section>
  );
}

function reasonOf(isAdmin: boolean, isLive: boolean, setup: SetupState | undefined): string {
  if (!isAdmin) return 'Only owners and admins switch between test and live.';
  if (isLive || !setup) return '';
  if (!setup.hasVerifiedDomain && !setup.hasProvider)
    return 'A verified domain and a passed test of the provider are missing.';
  if (!setup.hasVerifiedDomain) return 'A verified domain is missing.';
  return setup.hasProvider ? '' : 'A passed test of the provider is missing.';
}

function needs(project: string, setup: SetupState, isVerified: boolean): Check[] {
  return [
    {
      id: 'domain',
      level: setup.hasVerifiedDomain ? 'pass' : 'warn',
      sentence: setup.hasVerifiedDomain ? 'A domain is verified' : 'No domain is verified yet',
      aside: (
        <a className="plain" href={paths.domains(project)}>
          Domains
        </a>
      ),
    },
    {
      id: 'provider',
      level: setup.hasProvider ? 'pass' : 'warn',
      sentence: setup.hasProvider ? 'The test of the provider passed' : 'The test of the provider has not passed yet',
    },
    ...(isVerified
      ? []
      : [
          {
            id: 'email',
            level: 'warn' as const,
            sentence: 'Your own address is not verified; where this instance sends mail, that is needed as well',
          },
        ]),
  ];
}
