import type { ReactElement } from 'react';
import { useSignUp } from '../../api/account.ts';
import { problemOf } from '../../api/problem.ts';
import { Field } from '../../widgets/form/field.tsx';
import { Form } from '../../widgets/form/form.tsx';
import { PasswordInput, TextInput } from '../../widgets/form/inputs.tsx';
import { useServerForm } from '../../widgets/form/use-server-form.ts';

interface SignUpFormProps {
  /** The owner's or an invitation's. */
  readonly token?: string;
  /** Given by an invitation, and then not asked for. */
  readonly email?: string;
  /** A first project is made with the account. */
  readonly hasProject: boolean;
  readonly button: string;
  readonly onDone: (projectId: string | null) => void;
}

const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** One form for the first owner, for open sign-up and for the invited. */
export function SignUpForm({ token, email, hasProject, button, onDone }: SignUpFormProps): ReactElement {
  const signUp = useSignUp();
  const form = useServerForm({
    defaultValues: { email: email ?? '', password: '', projectName: 'My project' },
    readProblem: problemOf,
    save: async (values) => {
      const user = await signUp.mutateAsync({
        email: values.email.trim(),
        password: values.password,
        ...(token !== undefined && { token }),
        ...(hasProject && { projectName: values.projectName.trim() || 'My project', timezone }),
      });
      onDone(user.project?.id ?? null);
    },
  });
  return (
    <Form of={form} label={button}>
      {email === undefined && (
        <Field name="email" label="E-mail" isRequired>
          <TextInput
            type="email"
            autoComplete="username"
            maxLength={254}
            rules={{ required: 'Your address is missing.' }}
          />
        </Field>
      )}
      <Field name="password" label="Password" hint="At least 10 characters." isRequired>
        <PasswordInput
          autoComplete="new-password"
          maxLength={128}
          rules={{
            required: 'A password is missing.',
            minLength: { value: 10, message: 'This has fewer than 10 characters.' },
          }}
        />
      </Field>
      {hasProject && (
        <Field name="projectName" label="Project" hint={`Its time zone is ${timezone}; both can be changed.`}>
          <TextInput maxLength={100} autoComplete="off" />
        </Field>
      )}
      <button type="submit" className="btn primary wide" disabled={form.isSaving}>
        {button}
      </button>
    </Form>
  );
}
