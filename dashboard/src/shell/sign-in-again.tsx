import { lazy, type ReactElement, Suspense } from 'react';
import { useSessionEnded } from '../api/session-end.ts';

// Why: the first page needs no forms.
const AskPassword = lazy(async () => ({ default: (await import('./ask-password.tsx')).AskPassword }));

/** Asks for the password in place when the session has ended, so that nothing typed is lost. */
export function SignInAgain({ email }: { readonly email: string }): ReactElement | null {
  if (!useSessionEnded()) return null;
  return (
    <Suspense>
      <AskPassword email={email} />
    </Suspense>
  );
}
