import { sql } from 'kysely';
import { openUsage } from '#features/billing';
import { emptyPatch, upsertContact } from '#features/contacts';
import { requireDmarc, requireVerifiedSender } from '#features/domains';
import type { ProjectContext, ProjectTx } from '#platform/context';
import { fromOutside } from '#pure/causes';
import { acceptMails } from '../accept/accept-mails.ts';
import type { AcceptedMail, AttachmentEntry } from '../accept/accepted-mail.ts';
import { loadSuppressions } from '../accept/load-suppressions.ts';
import { isTestMail, loadProjectFacts } from '../accept/project-facts.ts';
import type { EmailId } from '../email.ts';
import { recipientUrl } from '../links/recipient-urls.ts';
import { remakeLinks } from '../links/remake-links.ts';
import { BodyExpired, EmailNotFound } from '../refusals.ts';
import { findSharedMail, type StoredSharedMail, showSharedMail } from '../texts/load-shared-mails.ts';
import type { EmailRecord } from './email-record.ts';
import { loadRecords } from './load-records.ts';

interface ResendContent {
  readonly html: string;
  readonly text: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly variables: object;
  readonly warnings: readonly object[];
  readonly attachments: readonly AttachmentEntry[];
  readonly tracksOpens: boolean;
  readonly tracksClicks: boolean;
  readonly hasFiles: boolean;
  /** Where it was made again. */
  readonly subject?: string;
}

/**
 * Creates a new email from stored content, with the personal links of its own recipient; sender, suppression and consent are
 * checked again (D-637).
 */
export async function resendEmail(
  ctx: ProjectContext,
  id: EmailId,
  to: string | undefined,
  requestId: string,
): Promise<EmailRecord> {
  const shared = await ctx.read((reader) => findSharedMail(reader, id));
  const made = shared?.isDue ? await contentOf(ctx, shared) : null;
  return ctx.transaction(async (tx) => {
    const [email] = await loadRecords(tx, [id]);
    if (!email) throw EmailNotFound(id);
    const recipient = to ?? email.recipient;
    const content = made ?? (await loadContent(tx, id));
    if (!content?.hasFiles || recipient === null) throw BodyExpired();
    await requireVerifiedSender(tx, email.fromEmail);
    if (email.type !== 'TRANSACTIONAL') await requireDmarc(tx, email.fromEmail);
    const input = { email: recipient, subscribed: undefined, subscribedWhenNew: false, patch: emptyPatch };
    const { contact } = await upsertContact(tx, input, 'send');
    const project = await loadProjectFacts(tx);
    const newId: EmailId = tx.newId();
    const owner = { handle: project.handle, contactId: contact.id, emailId: newId };
    const { hasFiles: _has, subject: _subject, ...stored } = content;
    const mail: AcceptedMail = {
      ...email,
      ...stored,
      html: remakeLinks(tx.config, stored.html, owner),
      text: stored.text && remakeLinks(tx.config, stored.text, owner),
      id: newId,
      contactId: contact.id,
      isSubscribed: contact.subscribed,
      recipient,
      recipientName: to === undefined || to === email.recipient ? email.recipientName : null,
      subject: remakeLinks(tx.config, content.subject ?? email.subject ?? '', owner),
      unsubscribeUrl: email.type === 'TRANSACTIONAL' ? null : recipientUrl(tx.config, 'unsubscribe', owner),
      sourceType: 'TRANSACTIONAL',
      campaignId: null,
      workflowId: null,
      executionId: null,
      stepExecutionId: null,
      isTest: isTestMail(tx, project, email.fromEmail, recipient),
      requestId,
      resentFrom: id,
      ...fromOutside,
    };
    const [listed, usage] = await Promise.all([loadSuppressions(tx, [recipient]), openUsage(tx, 'transactional')]);
    await acceptMails(tx, [mail], { listed, usage });
    const [resent] = await loadRecords(tx, [newId]);
    if (!resent) throw new Error('an email was accepted and is not there');
    return resent;
  });
}

/** The content of a shared text, made again for its first recipient: its links are replaced like those of any other (D-838). */
async function contentOf(ctx: ProjectContext, shared: StoredSharedMail): Promise<ResendContent | null> {
  const made = await showSharedMail(ctx, shared);
  if (!made) return null;
  const { subject, html, text } = made;
  const { tracksOpens, tracksClicks } = shared.text;
  const nothing = { headers: {}, variables: {}, warnings: [], attachments: [] };
  return { ...nothing, subject, html, text, tracksOpens, tracksClicks, hasFiles: true };
}

/** The content, and whether all its files are still kept. */
async function loadContent({ db, projectId }: ProjectTx, id: EmailId): Promise<ResendContent | null> {
  const { rows } = await sql<ResendContent>`
    select c.html, c.text, c.headers, c.variables, c.warnings, c.attachments, c.tracks_opens, c.tracks_clicks,
           not exists (select 1 from jsonb_array_elements(c.attachments) f
                        where not exists (select 1 from email_attachments a
                                           where a.project_id = ${projectId} and a.id = (f ->> 'blob')::uuid)) as has_files
      from email_contents c
     where c.project_id = ${projectId} and c.id = ${id} and c.html is not null`.execute(db);
  return rows[0] ?? null;
}
