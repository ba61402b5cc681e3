import { type ReactElement, useState } from 'react';
import { type EmailDetail, useLiftSuppression, useSuppressionOf } from '../../api/emails.ts';
import { problemOf } from '../../api/problem.ts';
import { useMay, useProject } from '../../api/project.ts';
import { paths } from '../../navigation/paths.ts';
import { ConfirmDialog } from '../../widgets/confirm-dialog/confirm-dialog.tsx';
import { ReasonCard } from '../../widgets/reason-card/reason-card.tsx';
import type { EmailState } from '../../widgets/state-chip/email-states.ts';
import { useToasts } from '../../widgets/toasts/toasts.tsx';
import { reasonOf } from './reason-of.ts';

interface EmailReasonProps {
  readonly email: EmailDetail;
  readonly kind: EmailState;
  readonly onResend: () => void;
}

const mayResend: ReadonlySet<EmailState> = new Set(['bounced', 'failed', 'notsent', 'cancelled']);

/** The reason card: what happened, in their words and in ours, and what can be done. */
export function EmailReason({ email, kind, onResend }: EmailReasonProps): ReactElement | null {
  const reason = reasonOf(email, kind);
  const { data: suppression } = useSuppressionOf(reason && !reason.isWarning ? email.to : null);
  if (!reason) return null;
  const listed = suppression
    ? [suppression.blocks === 'ALL' ? 'The address is on the suppression list.' : 'The address gets no marketing mail.']
    : [];
  return (
    <ReasonCard
      code={reason.code}
      note={reason.note}
      theirWords={reason.theirWords}
      isWarning={reason.isWarning}
      actions={
        <>
          {mayResend.has(kind) && email.body !== null && (
            <button type="button" className="btn primary" onClick={onResend}>
              {kind === 'bounced' ? 'Correct the address and resend' : 'Resend this mail'}
            </button>
          )}
          {suppression && email.to !== null && <LiftSuppression address={email.to} reason={suppression.reason} />}
          <WhereToLook email={email} />
        </>
      }
    >
      {[...reason.sentences, ...listed].join(' ')}
    </ReasonCard>
  );
}

function LiftSuppression({ address, reason }: { readonly address: string; readonly reason: string }): ReactElement {
  const [isAsked, setIsAsked] = useState(false);
  const lift = useLiftSuppression();
  const { say } = useToasts();
  const isAllowed = useMay('ADMIN') || reason !== 'COMPLAINT';
  const confirm = () =>
    lift.mutate(address, {
      onSuccess: () => {
        setIsAsked(false);
        say({ message: `${address} is off the suppression list.` });
      },
    });
  return (
    <>
      <button
        type="button"
        className="btn"
        disabled={!isAllowed}
        title={isAllowed ? undefined : 'Only owners and admins may lift a complaint.'}
        onClick={() => setIsAsked(true)}
      >
        Lift the suppression…
      </button>
      <ConfirmDialog
        isOpen={isAsked}
        title={`Mail ${address} again?`}
        confirmLabel="Lift the suppression"
        keepLabel="Keep it"
        isBusy={lift.isPending}
        problem={lift.error ? problemOf(lift.error) : null}
        onConfirm={confirm}
        onClose={() => setIsAsked(false)}
      >
        <p>
          The next mail to this address leaves again. If it bounces or is reported once more, that counts against the
          reputation of this project. It does not subscribe the contact.
        </p>
      </ConfirmDialog>
    </>
  );
}

/** The page where the cause can be dealt with. */
function WhereToLook({ email }: { readonly email: EmailDetail }): ReactElement | null {
  const { project } = useProject();
  const cause = email.holdReason ?? email.reason;
  switch (cause) {
    case 'PROJECT_PAUSED':
    case 'MARKETING_PAUSED':
      return <Place href={paths.settings(project.id, 'security')}>See why sending is paused</Place>;
    case 'DOMAIN_NOT_VERIFIED':
    case 'DOMAIN_REMOVED':
    case 'SIGNING_KEY_UNREADABLE':
      return <Place href={paths.domains(project.id)}>See the domains</Place>;
    case 'CAMPAIGN_PAUSED':
    case 'CAMPAIGN_CANCELLED':
      return email.campaignId ? (
        <Place href={paths.campaign(project.id, email.campaignId)}>See the campaign</Place>
      ) : null;
    case 'WORKFLOW_PAUSED':
      return email.workflowId ? (
        <Place href={paths.workflow(project.id, email.workflowId)}>See the workflow</Place>
      ) : null;
    case 'UNSUBSCRIBED':
      return email.contactId ? <Place href={paths.contact(project.id, email.contactId)}>See the contact</Place> : null;
    case 'BILLING_LIMIT':
      return <Place href={paths.settings(project.id, 'billing')}>See the cap</Place>;
    default:
      return null;
  }
}

const Place = ({ href, children }: { readonly href: string; readonly children: string }): ReactElement => (
  <a className="btn" href={href}>
    {children}
  </a>
);
