import { openUsage } from '#features/billing';
import { findContactsByEmail } from '#features/contacts';
import { requireVerifiedSender } from '#features/domains';
import type { ProjectContext, ProjectTx } from '#platform/context';
import { newId } from '#platform/ids';
import { fromOutside } from '#pure/causes';
import { limits } from '#pure/limits';
import { cut } from '#pure/text';
import type { EmailId, EmailType } from '../email.ts';
import { renderShared } from '../texts/render-shared.ts';
import { acceptMails } from './accept-mails.ts';
import type { Acceptance, AcceptedMail } from './accepted-mail.ts';
import { loadSuppressions } from './load-suppressions.ts';
import { isTestMail, loadProjectFacts, type ProjectFacts } from './project-facts.ts';

/** A text that is looked at as a mail before it is sent to others. */
export interface TextToTest {
  readonly subject: string;
  readonly body: string;
  readonly type: EmailType;
  readonly fromEmail: string;
  readonly fromName: string | null;
  readonly replyTo: string | null;
  readonly templateId: string | null;
  readonly to: string;
  readonly requestId: string;
}

/**
 * One mail with this text to one address, as its contact would get it, or as a contact of whom nothing is known (D-820). No contact is
 * created, its links change nothing, and it is not tracked. `count` refuses too many, in the transaction that accepts the mail.
 */
export async function acceptTest(
  ctx: ProjectContext,
  text: TextToTest,
  count: (tx: ProjectTx) => Promise<void>,
): Promise<Acceptance> {
  const id: EmailId = newId();
  const { project, values, now } = await ctx.read(async (reader) => {
    await requireVerifiedSender(reader, text.fromEmail);
    const contacts = await findContactsByEmail(reader, [text.to]);
    return { project: await loadProjectFacts(reader), values: contacts.get(text.to)?.data ?? {}, now: reader.now };
  });
  const { handle } = project;
  const mail = { id, contactId: null, recipient: text.to, handle, values, renderedAt: now };
  const [rendering] = await renderShared(ctx, { ...textOf(text, project), id }, [mail]);
  const rendered = rendering?.kind === 'rendered' ? rendering : null;
  const accepted: AcceptedMail = {
    ...blank,
    id,
    requestId: text.requestId,
    recipient: text.to,
    fromEmail: text.fromEmail,
    fromName: text.fromName,
    replyTo: text.replyTo,
    templateId: text.templateId,
    subject: cut(`[Test] ${rendered?.subject ?? text.subject}`, limits.subjectCharacters),
    html: rendered?.html ?? null,
    text: rendered?.text ?? null,
    isTest: isTestMail(ctx, project, text.fromEmail, text.to),
  };
  return ctx.transaction(async (tx) => {
    await count(tx);
    const [listed, usage] = await Promise.all([loadSuppressions(tx, [text.to]), openUsage(tx, 'transactional')]);
    const [acceptance] = await acceptMails(tx, [accepted], { listed, usage });
    if (!acceptance) throw new Error('one mail has one outcome');
    return acceptance;
  });
}

const textOf = ({ subject, body, type }: TextToTest, { name, language }: ProjectFacts) => ({
  subject,
  body,
  projectName: name,
  language,
  hasFooter: type === 'MARKETING',
  hasUnsubscribeHeader: false,
  tracksOpens: false,
  tracksClicks: false,
});

const blank = {
  contactId: null,
  isSubscribed: false,
  recipientName: null,
  type: 'TRANSACTIONAL',
  sourceType: 'TRANSACTIONAL',
  headers: {},
  variables: {},
  warnings: [],
  attachments: [],
  unsubscribeUrl: null,
  tracksOpens: false,
  tracksClicks: false,
  campaignId: null,
  workflowId: null,
  executionId: null,
  stepExecutionId: null,
  resentFrom: null,
  ...fromOutside,
} as const;
