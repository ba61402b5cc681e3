import type { ProjectContext } from '#platform/context';
import { newId } from '#platform/ids';
import { buildScope } from '#pure/templating';
import type { EmailId } from '../email.ts';
import { type RecipientUrls, recipientUrls } from '../links/recipient-urls.ts';
import { trackingOf } from '../links/tracking-of.ts';
import { isTestMail, loadProjectFacts, type ProjectFacts } from './project-facts.ts';
import type { StepMail, StepMailDraft, StepRendering, StepText } from './step-mail.ts';

/**
 * Renders mails of steps that send the same text, outside of any transaction; one outcome for each, in order. A text that cannot be
 * rendered as written fails its mail: it is never substituted plainly (D-912).
 */
export async function renderStepMails(
  ctx: ProjectContext,
  text: StepText,
  mails: readonly StepMail[],
): Promise<StepRendering[]> {
  const { project, now } = await ctx.read(async (reader) => ({
    project: await loadProjectFacts(reader),
    now: reader.now,
  }));
  const { language } = project;
  const drafts = mails.map((mail) => {
    const id: EmailId = newId();
    const { handle } = project;
    return {
      mail,
      id,
      urls: recipientUrls(ctx.config, { handle, contactId: mail.recipient.contactId, emailId: id }),
    };
  });
  const results = await ctx.rendering.renderStrictly({
    subject: text.subject,
    body: text.body,
    language,
    now,
    recipients: drafts.map(({ mail: { contact, context, now: own }, urls }) => ({
      values: buildScope({ contact, links: urls, event: context, language }),
      footer: text.type === 'MARKETING' ? { projectName: project.name, ...urls } : null,
      ...(own ? { now: own } : {}),
    })),
  });
  return drafts.map(({ mail, id, urls }, index): StepRendering => {
    const result = results[index] ?? { kind: 'skipped' };
    if (result.kind !== 'rendered') return result;
    const { subject, body, text: plain, warnings } = result.mail;
    const content = { id, subject, html: body ?? '', text: plain, warnings };
    return { kind: 'rendered', draft: { ...draftOf(ctx, project, text, mail, urls), ...content } };
  });
}

function draftOf(
  ctx: ProjectContext,
  project: ProjectFacts,
  { templateId, type, fromEmail, fromName, replyTo }: StepText,
  { recipient, workflowId, executionId, stepExecutionId, depth, isPublic }: StepMail,
  urls: RecipientUrls,
): Omit<StepMailDraft, 'id' | 'subject' | 'html' | 'text' | 'warnings'> {
  return {
    contactId: recipient.contactId,
    recipient: recipient.email,
    recipientName: null,
    fromEmail,
    fromName,
    replyTo,
    type,
    headers: {},
    variables: {},
    attachments: [],
    unsubscribeUrl: type === 'TRANSACTIONAL' ? null : urls.unsubscribeUrl,
    ...trackingOf(project.tracking, type),
    sourceType: 'WORKFLOW',
    templateId,
    campaignId: null,
    workflowId,
    executionId,
    stepExecutionId,
    isTest: isTestMail(ctx, project, fromEmail, recipient.email),
    requestId: null,
    resentFrom: null,
    depth,
    isPublic,
  };
}
