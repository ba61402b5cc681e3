import { type ReactElement, useState } from 'react';
import { type User, useUser } from '../../api/account.ts';
import { useChangeName } from '../../api/own-account.ts';
import { problemOf } from '../../api/problem.ts';
import { paths } from '../../navigation/paths.ts';
import { GoToLogin } from '../../shell/go-to-login.tsx';
import { OutsideShell } from '../../shell/outside-shell.tsx';
import { dateFormat } from '../../widgets/figures/format.ts';
import { Field } from '../../widgets/form/field.tsx';
import { Form } from '../../widgets/form/form.tsx';
import { TextInput } from '../../widgets/form/inputs.tsx';
import { useServerForm } from '../../widgets/form/use-server-form.ts';
import { useToasts } from '../../widgets/toasts/toasts.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { LookRows } from './look-rows.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { SessionsRow } from './sessions-row.tsx';
import './account.css';

const day = (at: string): string =>
  dateFormat({ day: 'numeric', month: 'long', year: 'numeric' }).format(Date.parse(at));

/** The signed-in person. */
export function AccountScreen(): ReactElement | null {
  const { data: user } = useUser();
  if (user === null) return <GoToLogin />;
  return (
    <OutsideShell title="Account">
      <div className="head">
        <div>
          <h1>Account</h1>
          {user && (
            <p className="sub">
              {user.name ?? user.email}, on {location.host} since {day(user.createdAt)}.
            </p>
          )}
        </div>
      </div>
      {user && (
        <div className="mt24">
          <YouRow user={user} />
          <PasswordRow user={user} />
          <SessionsRow />
          <LookRows />
          <LeaveRow user={user} />
        </div>
      )}
    </OutsideShell>
  );
}

function YouRow({ user }: { readonly user: User }): ReactElement {
  const change = useChangeName();
  const form = useServerForm({
    defaultValues: { name: user.name ?? '' },
    readProblem: problemOf,
    save: async ({ name }) => {
      await change.mutateAsync(name.trim() || null);
    },
  });
  return (
    <section className="setrow">
      <div>
        <h2>You</h2>
      </div>
      <Form of={form} label="You">
        <div className="form2 you-form">
          <Field name="name" label="Name" isOptional>
            <TextInput maxLength={100} autoComplete="name" />
          </Field>
          <Field label={user.emailVerified ? 'E-mail, verified' : 'E-mail, not verified'}>
            <TextInput value={user.email} readOnly />
          </Field>
        </div>
        {form.isDirty && (
          <div className="rowflex">
            <button type="submit" className="btn primary" disabled={form.isSaving}>
              Save name
            </button>
          </div>
        )}
      </Form>
    </section>
  );
}

function PasswordRow({ user }: { readonly user: User }): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  const { say } = useToasts();
  const hasPassword = user.type === 'PASSWORD';
  const close = () => setIsOpen(false);
  return (
    <section className="setrow">
      <div>
        <h2>Password</h2>
        <p className="hint">{hasPassword ? 'Other sessions end when you change it.' : 'You sign in without one.'}</p>
      </div>
      <div>
        <button type="button" className="btn" onClick={() => setIsOpen(true)}>
          {hasPassword ? 'Change password…' : 'Set a password…'}
        </button>
      </div>
      {isOpen && (
        <PasswordDialog
          hasPassword={hasPassword}
          onClose={close}
          onChanged={() => {
            close();
            say({ kind: 'good', message: 'The password is changed; other sessions have ended.' });
          }}
        />
      )}
    </section>
  );
}

function LeaveRow({ user }: { readonly user: User }): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className="setrow">
      <div>
        <h2>Leave</h2>
      </div>
      <div className="rowflex wrap-s">
        <button type="button" className="btn" onClick={() => setIsOpen(true)}>
          Delete my account…
        </button>
        <span className="t13 t2">Projects that you alone own have to be handed on or deleted first.</span>
      </div>
      {isOpen && (
        <DeleteAccountDialog
          user={user}
          onClose={() => setIsOpen(false)}
          onDeleted={() => location.replace(paths.login())}
        />
      )}
    </section>
  );
}
