import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useInstanceConfig } from '../../api/account.ts';
import { paths } from '../../navigation/paths.ts';
import { Gate } from '../../shell/gate.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import './accounts.css';

/** The first owner of an instance: one form, then Home. */
export function StartScreen(): ReactElement | null {
  const { token }: { token?: string } = useSearch({ strict: false });
  const { data: config } = useInstanceConfig();
  const navigate = useNavigate();
  if (config && !config.setupRequired) {
    return (
      <Gate title="This instance has an owner" sentence="Sign in to go on.">
        <p className="mt24">
          <a className="btn primary" href={paths.login()}>
            Sign in
          </a>
        </p>
      </Gate>
    );
  }
  return (
    <Gate title="Make it yours" sentence="The first account owns this instance. No mail leaves it until you say so.">
      <div className="mt24">
        <SignUpForm
          {...(token !== undefined && { token })}
          hasProject
          button="Create the instance"
          onDone={(project) => void navigate(project ? { to: '/$project', params: { project } } : { to: '/' })}
        />
      </div>
    </Gate>
  );
}
