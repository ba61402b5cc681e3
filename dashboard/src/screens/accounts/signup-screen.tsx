import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useInstanceConfig } from '../../api/account.ts';
import { paths } from '../../navigation/paths.ts';
import { Gate } from '../../shell/gate.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import './accounts.css';

export function SignupScreen(): ReactElement | null {
  const { data: config } = useInstanceConfig();
  const navigate = useNavigate();
  if (config && !config.signupsEnabled) {
    return (
      <Gate title="Sign-up is closed" sentence="Only people who were invited join this instance. Ask its owner.">
        <p className="mt24">
          <a className="btn" href={paths.login()}>
            Sign in
          </a>
        </p>
      </Gate>
    );
  }
  return (
    <Gate
      title="Sign up"
      sentence={
        <>
          at <span className="mono">{location.host}</span>
        </>
      }
    >
      <div className="mt24">
        <SignUpForm
          hasProject
          button="Create my account"
          onDone={(project) => void navigate(project ? { to: '/$project', params: { project } } : { to: '/' })}
        />
      </div>
      <p className="t13 t3 mt16">
        Have an account?{' '}
        <a className="plain" href={paths.login()}>
          Sign in
        </a>
      </p>
    </Gate>
  );
}
