import type { ReactElement } from 'react';
import { usePreview } from '../../../api/previews.ts';
import { problemOf } from '../../../api/problem.ts';
import type { SimulatedStep } from '../../../api/workflows.ts';
import { MailFrame } from '../../../widgets/mail-frame/mail-frame.tsx';

type SimulatedEmail = NonNullable<SimulatedStep['email']>;

/** The newest mail of the dry run, rendered for this person. */
export function SimulatedMail({ email, at }: { readonly email: SimulatedEmail; readonly at: string }): ReactElement {
  const preview = usePreview(email.html, false);
  return (
    <section className="minimail" aria-label="The newest mail of the dry run">
      <div className="t13 minimail-head">
        <span className="t3">{at}</span> <b>{email.subject}</b>
      </div>
      <p className="t13 t3 mb8">
        From {email.fromName ? `${email.fromName} <${email.from}>` : email.from} to {email.to}
      </p>
      <MailFrame
        src={preview.data ?? null}
        title={`Mail ${email.subject}`}
        height={360}
        fallback={preview.isError ? problemOf(preview.error).message : 'Rendering the mail'}
      />
    </section>
  );
}
