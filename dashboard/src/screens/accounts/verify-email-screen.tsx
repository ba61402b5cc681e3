import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactElement, useEffect, useRef } from 'react';
import { useRequestVerification, useUser, useVerifyEmail } from '../../api/account.ts';
import { problemOf } from '../../api/problem.ts';
import { Gate } from '../../shell/gate.tsx';
import { Field } from '../../widgets/form/field.tsx';
import { Form } from '../../widgets/form/form.tsx';
import { PasswordInput } from '../../widgets/form/inputs.tsx';
import { useServerForm } from '../../widgets/form/use-server-form.ts';
import './accounts.css';

/** The link of the verification mail: verified at once when signed in, else together with a new password. */
export function VerifyEmailScreen(): ReactElement | null {
  const { token = '' }: { token?: string } = useSearch({ strict: false });
  const { data: user } = useUser();
  const verify = useVerifyEmail();
  const hasBegun = useRef(false);
  const { mutate } = verify;
  useEffect(() => {
    if (!user || token === '' || hasBegun.current) return;
    hasBegun.current = true;
    mutate({ token });
  }, [mutate, token, user]);

  if (user === undefined) return null;
  if (verify.isSuccess) {
    return (
      <Gate title="Verified" sentence={`${verify.data.email} is yours.`}>
        <p className="mt24">
          <a className="btn primary" href="/app">
            Go on
          </a>
        </p>
      </Gate>
    );
  }
  if (token === '' || verify.isError) return <SendAgain isSignedIn={user !== null} />;
  if (user) return <Gate title="Verifying your address" />;
  return <WithNewPassword token={token} />;
}

/** Without a session the link alone does not show whose account it is, so a new password is chosen with it. */
function WithNewPassword({ token }: { readonly token: string }): ReactElement {
  const verify = useVerifyEmail();
  const navigate = useNavigate();
  const form = useServerForm({
    defaultValues: { newPassword: '' },
    readProblem: problemOf,
    save: async ({ newPassword }) => {
      await verify.mutateAsync({ token, newPassword });
      await navigate({ to: '/login', search: {} });
    },
  });
  return (
    <Gate title="Verify your address" sentence="You are not signed in here. Choose a new password with this link.">
      <div className="mt24">
        <Form of={form} label="Verify">
          <Field name="newPassword" label="New password" hint="At least 10 characters." isRequired>
            <PasswordInput autoComplete="new-password" maxLength={128} rules={{ required: 'A password is missing.' }} />
          </Field>
          <button type="submit" className="btn primary wide" disabled={form.isSaving}>
            Verify
          </button>
        </Form>
      </div>
    </Gate>
  );
}

function SendAgain({ isSignedIn }: { readonly isSignedIn: boolean }): ReactElement {
  const again = useRequestVerification();
  return (
    <Gate title="This link has ended" sentence="A verification link works once, for 24 hours.">
      <p className="mt24">
        {isSignedIn ? (
          <button
            type="button"
            className="btn primary"
            disabled={again.isPending || again.isSuccess}
            onClick={() => again.mutate()}
          >
            {again.isSuccess ? 'A new link is on its way' : 'Send a new one'}
          </button>
        ) : (
          <a className="btn primary" href="/app/login">
            Sign in to get a new one
          </a>
        )}
      </p>
      {again.isError && (
        <p className="err-msg mt8" role="alert">
          {problemOf(again.error).message}
        </p>
      )}
    </Gate>
  );
}
