import { randomUUIDv7 } from 'node:crypto';
import type { ContactId } from '../src/features/contacts/index.ts';
import {
  acceptStepMails,
  renderStepMails,
  type StepMail,
  type StepMailDraft,
  type StepText,
} from '../src/features/emails/index.ts';
import type { TemplateId } from '../src/features/templates/index.ts';
import type { ProjectContext } from '../src/platform/context/index.ts';

/** A text of a step, from an address that every project may use. */
export const stepText = (fields: Partial<StepText> = {}): StepText => ({
  templateId: randomUUIDv7() as TemplateId,
  subject: 'Hello',
  body: '<p>Hello</p>',
  type: 'TRANSACTIONAL',
  fromEmail: 'hello@postrider.test',
  fromName: null,
  replyTo: null,
  ...fields,
});

/** A mail of a step to the contact that runs through the workflow. */
export function stepMailTo(
  contact: Omit<StepMail['contact'], 'id'> & { readonly id: string },
  fields: Partial<StepMail> = {},
): StepMail {
  const id = contact.id as ContactId; // of a contact that the test made
  return {
    workflowId: randomUUIDv7(),
    executionId: randomUUIDv7(),
    stepExecutionId: randomUUIDv7(),
    contact: { ...contact, id },
    context: {},
    recipient: { email: contact.email, contactId: id },
    depth: 1,
    isPublic: false,
    ...fields,
  };
}

export async function renderedSteps(
  ctx: ProjectContext,
  text: StepText,
  mails: readonly StepMail[],
): Promise<StepMailDraft[]> {
  const rendered = await renderStepMails(ctx, text, mails);
  return rendered.map((one) => {
    if (one.kind !== 'rendered') throw new Error(`not rendered: ${JSON.stringify(one)}`);
    return one.draft;
  });
}

/** Accepts rendered mails in a transaction of their own. Returns what became of each: a reason, `QUEUED`, or `none` without a mail. */
export async function acceptedSteps(ctx: ProjectContext, drafts: readonly StepMailDraft[]): Promise<string[]> {
  const accepted = await ctx.transaction((tx) => acceptStepMails(tx, drafts));
  return accepted.map((one) => (one === null ? 'none' : (one.closure?.reason ?? 'QUEUED')));
}
