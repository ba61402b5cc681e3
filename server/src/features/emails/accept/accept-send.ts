import { openUsage } from '#features/billing';
import { upsertContacts } from '#features/contacts';
import type { ProjectTx } from '#platform/context';
import { PreparationOutdated } from '#platform/http';
import { Invalid } from '#platform/refusals';
import { fromOutside } from '#pure/causes';
import type { DataPatch } from '#pure/custom-fields';
import { trackingOf } from '../links/tracking-of.ts';
import { acceptMails } from './accept-mails.ts';
import type { Acceptance, AcceptedMail, AttachmentEntry } from './accepted-mail.ts';
import { loadSuppressions } from './load-suppressions.ts';
import type { PreparedMail, PreparedSend } from './prepare-send.ts';
import { isTestMail } from './project-facts.ts';
import type { SendRequest } from './send-body.ts';
import { storeFiles } from './store-files.ts';

/** Writes a prepared send: contacts, mails, events and due work, all or nothing (D-623). Returns one outcome for each address. */
export async function acceptSend(
  tx: ProjectTx,
  request: SendRequest,
  prepared: PreparedSend,
  requestId: string,
): Promise<readonly Acceptance[]> {
  const addresses = prepared.mails.map(({ to }) => to.email);
  const [states, listed, usage] = await Promise.all([
    writeContacts(tx, request, prepared.mails),
    loadSuppressions(tx, addresses),
    openUsage(tx, 'transactional'),
  ]);
  const files = await storeFiles(tx, request.attachments ?? []);
  const mails = prepared.mails.map((mail, index) =>
    acceptedMailOf(tx, request, prepared, { mail, files, requestId, isSubscribed: states[index] ?? false }),
  );
  return acceptMails(tx, mails, { listed, usage });
}

/** Creates or updates the contacts; returns which of them are subscribed afterwards. */
async function writeContacts(
  tx: ProjectTx,
  { subscribed, data: patch }: SendRequest,
  mails: readonly PreparedMail[],
): Promise<boolean[]> {
  const inputs = mails.map(({ to, contactId }) => ({
    email: to.email,
    subscribed,
    subscribedWhenNew: false,
    patch,
    idWhenNew: contactId,
  }));
  const plans = await upsertContacts(tx, inputs, 'send');
  return plans.map((plan, index) => {
    if (plan.kind === 'refuse')
      throw Invalid([{ field: 'data', code: plan.problem.code, message: plan.problem.message }]);
    // Why: links in the rendered text name the contact, which was created or deleted since the text was rendered.
    if (plan.contact.id !== mails[index]?.contactId)
      throw new PreparationOutdated('a contact is not the one the mail was made for');
    return plan.contact.subscribed;
  });
}

/** One recipient's mail with what the whole request shares. */
interface RecipientMail {
  readonly mail: PreparedMail;
  readonly files: readonly AttachmentEntry[];
  readonly requestId: string;
  readonly isSubscribed: boolean;
}

function acceptedMailOf(
  tx: ProjectTx,
  request: SendRequest,
  { texts, project }: PreparedSend,
  recipientMail: RecipientMail,
): AcceptedMail {
  const { mail, files, requestId, isSubscribed } = recipientMail;
  const { fromEmail, fromName, replyTo, type } = texts;
  return {
    id: mail.emailId,
    contactId: mail.contactId,
    isSubscribed,
    recipient: mail.to.email,
    recipientName: mail.to.name,
    fromEmail,
    fromName,
    replyTo,
    type,
    subject: mail.rendered.subject,
    html: mail.rendered.body,
    text: mail.rendered.text,
    headers: request.headers ?? {},
    variables: variablesOf(request.data),
    warnings: mail.rendered.warnings,
    attachments: files,
    unsubscribeUrl: type === 'TRANSACTIONAL' ? null : mail.urls.unsubscribeUrl,
    ...trackingOf(project.tracking, type, request.tracking),
    sourceType: 'TRANSACTIONAL',
    templateId: request.template ?? null,
    campaignId: null,
    workflowId: null,
    executionId: null,
    stepExecutionId: null,
    isTest: isTestMail(tx, project, fromEmail, mail.to.email),
    requestId,
    resentFrom: null,
    ...fromOutside,
  };
}

/** The values of this request as the record shows them (contract/05, 2.5). */
const variablesOf = ({ set, once }: DataPatch): object =>
  Object.fromEntries([
    ...Object.entries(set).map(([key, value]) => [key, { value, persistent: true }]),
    ...Object.entries(once).map(([key, value]) => [key, { value, persistent: false }]),
  ]);
