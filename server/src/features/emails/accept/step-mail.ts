import type { Contact, ContactId } from '#features/contacts';
import type { TemplateId } from '#features/templates';
import type { RenderFailure } from '#platform/rendering';
import type { Cause } from '#pure/causes';
import type { JsonObject } from '#pure/custom-fields';
import type { EmailType } from '../email.ts';
import type { AcceptedMail } from './accepted-mail.ts';

/** What a step of a workflow sends: its template as it is now, with the sender that the step may set instead (D-912). */
export interface StepText {
  readonly templateId: TemplateId;
  readonly subject: string;
  readonly body: string;
  readonly type: EmailType;
  readonly fromEmail: string;
  readonly fromName: string | null;
  readonly replyTo: string | null;
}

/** One mail of a step. Its cause is that of the execution (D-935). */
export interface StepMail extends Cause {
  readonly workflowId: string;
  readonly executionId: string;
  readonly stepExecutionId: string;
  /** Who runs through the workflow: the values of the text are this contact's. */
  readonly contact: Pick<Contact, 'id' | 'email' | 'data'>;
  /** The context of the execution, which hides the contact's data (D-924). */
  readonly context: JsonObject;
  /** Who gets the mail: the same contact, or a custom address and the contact that has it. Consent and links are theirs. */
  readonly recipient: { readonly email: string; readonly contactId: ContactId | null };
  /** The moment of the text, where it is not now. */
  readonly now?: Date;
}

/** A rendered mail that is still to be accepted. */
export type StepMailDraft = Omit<AcceptedMail, 'isSubscribed'>;

export type StepRendering =
  | { readonly kind: 'rendered'; readonly draft: StepMailDraft }
  | { readonly kind: 'failed'; readonly failure: RenderFailure }
  /** Not tried, because others before it have failed. */
  | { readonly kind: 'skipped' };
