import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useRequestPasswordReset, useResetPassword } from '../../api/account.ts';
import { problemOf } from '../../api/problem.ts';
import { paths } from '../../navigation/paths.ts';
import { Gate } from '../../shell/gate.tsx';
import { Field } from '../../widgets/form/field.tsx';
import { Form } from '../../widgets/form/form.tsx';
import { PasswordInput, TextInput } from '../../widgets/form/inputs.tsx';
import { useServerForm } from '../../widgets/form/use-server-form.ts';
import './accounts.css';

/** Asks for the mail; with the token of that mail, for the new password. */
export function ResetScreen(): ReactElement {
  const { token }: { token?: string } = useSearch({ strict: false });
  return token === undefined ? <AskForMail /> : <ChoosePassword token={token} />;
}

function AskForMail(): ReactElement {
  const request = useRequestPasswordReset();
  const form = useServerForm({
    defaultValues: { email: '' },
    readProblem: problemOf,
    save: async ({ email }) => {
      await request.mutateAsync(email.trim());
    },
  });
  if (request.isSuccess) {
    return (
      <Gate
        title="Look at your mail"
        sentence="If an account has this address, a link is on its way. It works for 30 minutes."
      >
        <p className="mt24">
          <a className="btn" href={paths.login()}>
            Back to sign-in
          </a>
        </p>
      </Gate>
    );
  }
  return (
    <Gate title="A new password" sentence="We mail you a link.">
      <div className="mt24">
        <Form of={form} label="Ask for a link">
          <Field name="email" label="E-mail" isRequired>
            <TextInput
              type="email"
              autoComplete="username"
              maxLength={254}
              rules={{ required: 'Your address is missing.' }}
            />
          </Field>
          <button type="submit" className="btn primary wide" disabled={form.isSaving}>
            Send the link
          </button>
        </Form>
      </div>
    </Gate>
  );
}

function ChoosePassword({ token }: { readonly token: string }): ReactElement {
  const reset = useResetPassword();
  const navigate = useNavigate();
  const form = useServerForm({
    defaultValues: { newPassword: '' },
    readProblem: problemOf,
    save: async ({ newPassword }) => {
      await reset.mutateAsync({ token, newPassword });
      await navigate({ to: '/login', search: {} });
    },
  });
  const hasEnded = form.problem?.statusCode === 400;
  return (
    <Gate title="Choose a password" sentence="You are signed out everywhere when it changes.">
      <div className="mt24">
        <Form of={form} label="Choose a password">
          <Field name="newPassword" label="New password" hint="At least 10 characters." isRequired>
            <PasswordInput autoComplete="new-password" maxLength={128} rules={{ required: 'A password is missing.' }} />
          </Field>
          <button type="submit" className="btn primary wide" disabled={form.isSaving}>
            Save the password
          </button>
        </Form>
      </div>
      {hasEnded && (
        <p className="t13 mt16">
          <a className="plain" href={paths.reset}>
            Send a new link
          </a>
        </p>
      )}
    </Gate>
  );
}
