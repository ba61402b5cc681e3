import { useSearch } from '@tanstack/react-router';
import { type ReactElement, useEffect } from 'react';
import { useInstanceConfig, useLogin, useSignInProviders, useUser } from '../../api/account.ts';
import { problemOf } from '../../api/problem.ts';
import { useGoTo } from '../../navigation/go-to.ts';
import { paths } from '../../navigation/paths.ts';
import { Gate } from '../../shell/gate.tsx';
import { Field } from '../../widgets/form/field.tsx';
import { Form } from '../../widgets/form/form.tsx';
import { PasswordInput, TextInput } from '../../widgets/form/inputs.tsx';
import { useServerForm } from '../../widgets/form/use-server-form.ts';
import './accounts.css';

/** What a provider's refusal means; the server names it in the URL. */
const providerRefusals: Readonly<Record<string, string>> = {
  denied: 'You did not allow the sign-in.',
  email_unverified: 'Your address is not verified there, or not here. Sign in with your password first.',
  signups_disabled: 'Sign-up is closed on this instance. An owner can invite you.',
  failed: 'The sign-in there did not come to an end. Try again.',
};

export function LoginScreen(): ReactElement | null {
  const { next, error }: { next?: string; error?: string } = useSearch({ strict: false });
  const { data: user } = useUser();
  const { data: config } = useInstanceConfig();
  const goTo = useGoTo();
  const login = useLogin();
  const form = useServerForm({
    defaultValues: { email: '', password: '' },
    readProblem: problemOf,
    save: async ({ email, password }) => {
      await login.mutateAsync({ email: email.trim(), password });
    },
  });
  useEffect(() => {
    if (user) goTo(placeAfter(next), { replace: true });
  }, [goTo, next, user]);
  return (
    <Gate
      title="Sign in"
      sentence={
        <>
          to <span className="mono">{location.host}</span>
        </>
      }
    >
      {error !== undefined && (
        <p className="notice bad mt16" role="alert">
          {providerRefusals[error] ?? providerRefusals.failed}
        </p>
      )}
      <div className="mt24">
        <Form of={form} label="Sign in">
          <Field name="email" label="E-mail" isRequired>
            <TextInput
              type="email"
              autoComplete="username"
              maxLength={254}
              rules={{ required: 'Your address is missing.' }}
            />
          </Field>
          <Field name="password" label="Password" isRequired>
            <PasswordInput
              autoComplete="current-password"
              maxLength={128}
              rules={{ required: 'Your password is missing.' }}
            />
          </Field>
          <button type="submit" className="btn primary wide" disabled={form.isSaving}>
            Sign in
          </button>
        </Form>
      </div>
      <ProviderLinks />
      <p className="t13 t3 mt16">
        <a className="plain" href={paths.reset}>
          Forgotten your password?
        </a>
      </p>
      <p className="t13 t3 mt8">
        {config?.signupsEnabled ? (
          <>
            No account yet?{' '}
            <a className="plain" href={paths.signup}>
              Sign up
            </a>
          </>
        ) : (
          'Sign-up is closed on this instance. An owner can invite you.'
        )}
      </p>
    </Gate>
  );
}

function ProviderLinks(): ReactElement | null {
  const { data } = useSignInProviders();
  const providers = data?.providers ?? [];
  if (providers.length === 0) return null;
  return (
    <ul className="provider-links mt16">
      {providers.map(({ id, name, startUrl }) => (
        <li key={id}>
          <a className="btn wide" href={startUrl}>
            Sign in with {name}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Only pages of the dashboard: a link that was tampered with leads nowhere else. */
function placeAfter(next: string | undefined): string {
  return next?.startsWith('/app/') && !next.startsWith('/app//') ? next : '/app';
}
