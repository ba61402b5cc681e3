import { type Contact, findContactsByEmail } from '#features/contacts';
import { type Acceptance, emailDataOf, previewAcceptance, renderStepMails, type StepMailDraft } from '#features/emails';
import type { ProjectContext } from '#platform/context';
import type { EffectResult, Moment, OutsideEffect, SendEmailConfig, StepError } from '#pure/workflow-graph';
import { loadStepTexts } from '../steps/load-step-texts.ts';
import { mailOutput } from '../steps/mail-output.ts';
import { isStepError } from '../steps/step-error.ts';
import { findStepRecipients } from '../steps/step-recipient.ts';
import { failure, type ShownEffect } from './shown-effect.ts';
import { type SimulationRun, scopeOf } from './simulation-run.ts';

interface Recipient {
  readonly email: string;
  readonly contact: Contact | null;
}

/** A SEND_EMAIL step: the mail is rendered and judged as if it were accepted, and not stored. */
export async function simulateMail(
  ctx: ProjectContext,
  run: SimulationRun,
  { step, config }: Extract<OutsideEffect, { kind: 'sendEmail' }>,
  moment: Moment,
): Promise<EffectResult<ShownEffect>> {
  const texts = await ctx.read((reader) => loadStepTexts(reader, [{ step, config }]));
  const text = texts.get(step.id);
  if (!text) throw new Error('every step that is asked for has a text');
  if (isStepError(text)) return failure(text);
  const recipient = await recipientOf(ctx, run, config, moment);
  if (isStepError(recipient)) return failure(recipient);

  const noId = run.start.contact.id; // nothing is stored under it
  const [rendering] = await renderStepMails(ctx, text, [
    {
      ...{ workflowId: run.start.workflow.id, executionId: noId, stepExecutionId: noId, depth: 0, isPublic: false },
      ...{ contact: run.contact, context: moment.context, now: moment.now },
      recipient: { email: recipient.email, contactId: null },
    },
  ]);
  if (rendering?.kind === 'failed') return failure({ code: 'RENDER_FAILED', message: rendering.failure.message });
  if (rendering?.kind !== 'rendered') throw new Error('one mail was asked for');
  return acceptedMail(ctx, run, rendering.draft, { config, recipient, now: moment.now });
}

async function recipientOf(
  ctx: ProjectContext,
  run: SimulationRun,
  { customEmail }: SendEmailConfig,
  moment: Moment,
): Promise<Recipient | StepError> {
  const { contact } = run;
  if (customEmail === null) return { email: contact.email, contact };
  const [found] = await findStepRecipients(ctx, [{ customEmail, ...scopeOf(ctx, run, moment) }]);
  if (!found || isStepError(found)) return found ?? { code: 'RECIPIENT_INVALID', message: 'There is no recipient.' };
  const { email } = found;
  if (email === contact.email) return { email, contact };
  const stored = await ctx.read((reader) => findContactsByEmail(reader, [email]));
  return { email, contact: stored.get(email) ?? null };
}

async function acceptedMail(
  ctx: ProjectContext,
  run: SimulationRun,
  draft: StepMailDraft,
  { config, recipient, now }: { config: SendEmailConfig; recipient: Recipient; now: Date },
): Promise<EffectResult<ShownEffect>> {
  const { contact } = recipient;
  const mail = { ...draft, contactId: contact?.id ?? null, isSubscribed: contact?.subscribed ?? false };
  const acceptance = await ctx.read((reader) => previewAcceptance(reader, mail));
  const { emailId: _none, ...output } = mailOutput(acceptance, config, now);
  const { subject, html, text, fromEmail, fromName, replyTo, type, warnings } = mail;
  const { status = 'QUEUED', reason = null } = acceptance.closure ?? {};
  run.show(subject, html ?? '', text ?? '');
  return {
    happening: { kind: 'mailMade', output },
    shown: {
      email: {
        ...{ to: mail.recipient, from: fromEmail, fromName, replyTo, type, status, reason },
        ...{ subject, html: html ?? '', text: text ?? '', warnings },
      },
    },
    causes: contact?.id === run.contact.id ? [eventOf(acceptance, now)] : [],
  };
}

/** The event that the mail leads to at once. There is no record, so it names no email, message or execution. */
function eventOf({ mail, closure }: Acceptance, now: Date) {
  const common = { ...emailDataOf(mail), emailId: null, messageId: null, executionId: null };
  return closure
    ? { name: 'email.suppressed', data: { ...common, reason: closure.reason } }
    : { name: 'email.sent', data: { ...common, sentAt: now.toISOString() } };
}
