import { type FormEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { useLogin } from '../api/account.ts';
import { problemOf } from '../api/problem.ts';
import { paths } from '../navigation/paths.ts';
import { Field } from '../widgets/form/field.tsx';
import { PasswordInput } from '../widgets/form/inputs.tsx';
import '../widgets/dialog/dialog.css';

/** The session has ended: the person signs in over the page. */
export function AskPassword({ email }: { readonly email: string }): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  const [password, setPassword] = useState('');
  const login = useLogin();
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    login.mutate({ email, password });
  };
  return (
    <dialog
      className="dialog"
      ref={dialog}
      aria-labelledby="sign-in-again"
      onCancel={(event) => event.preventDefault()}
    >
      <form onSubmit={submit}>
        <div className="d-head">
          <h2 id="sign-in-again">Your session has ended</h2>
        </div>
        <div className="d-body stack">
          <p>Sign in as {email} to go on. What you typed is still here.</p>
          <Field label="Password" error={login.isError ? problemOf(login.error).message : undefined} isRequired>
            <PasswordInput
              autoComplete="current-password"
              maxLength={128}
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          </Field>
        </div>
        <div className="d-foot">
          <span className="left">
            <a className="plain" href={paths.login({ next: `${location.pathname}${location.search}` })} target="_top">
              Sign in another way
            </a>
          </span>
          <button type="submit" className="btn primary" disabled={login.isPending}>
            Sign in
          </button>
        </div>
      </form>
    </dialog>
  );
}
