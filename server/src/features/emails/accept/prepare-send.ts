import { type Contact, type ContactId, findContactsByEmail } from '#features/contacts';
import { requireDmarc, requireVerifiedSender } from '#features/domains';
import { findTemplate } from '#features/templates';
import type { ProjectContext, ProjectReader } from '#platform/context';
import { newId } from '#platform/ids';
import type { RenderedMail } from '#platform/rendering';
import { applyDataPatch } from '#pure/custom-fields';
import { limits } from '#pure/limits';
import { buildScope } from '#pure/templating';
import type { EmailId } from '../email.ts';
import { type RecipientUrls, recipientUrls } from '../links/recipient-urls.ts';
import { checkFanOut, checkRendered, checkSizes } from './check-sizes.ts';
import type { NamedAddress } from './mailbox-shapes.ts';
import { type MergedTexts, mergeTemplate } from './merge-template.ts';
import { loadProjectFacts, type ProjectFacts } from './project-facts.ts';
import type { SendRequest } from './send-body.ts';

/** One recipient's mail, rendered before anything is written. */
export interface PreparedMail {
  readonly emailId: EmailId;
  /** The stored contact's id, or the one promised to a contact that did not exist yet. */
  readonly contactId: ContactId;
  readonly to: NamedAddress;
  readonly urls: RecipientUrls;
  readonly rendered: RenderedMail;
}

export interface PreparedSend {
  readonly texts: MergedTexts;
  readonly project: ProjectFacts;
  /** One for each address, in the order of its first occurrence in `to` (D-609). */
  readonly mails: readonly PreparedMail[];
}

/** Everything that is loaded for a send before it is rendered. */
interface SendFacts {
  readonly texts: MergedTexts;
  readonly project: ProjectFacts;
  readonly contacts: ReadonlyMap<string, Contact>;
  readonly now: Date;
}

/**
 * Steps 8 to 10 of a send and its rendering, outside of any transaction. It sees all that was acknowledged before the request
 * came, and perhaps what is written meanwhile. Only the ids of contacts must be unchanged when the mail is accepted.
 */
export async function prepareSend(ctx: ProjectContext, request: SendRequest): Promise<PreparedSend> {
  checkSizes(ctx.config, request);
  const recipients = onePerAddress(request.to);
  const { texts, project, contacts, now } = await ctx.read((reader) => loadSendFacts(reader, request, recipients));
  checkFanOut(texts.body, recipients.length);
  const drafts = recipients.map((to) => draft(ctx, to, request, contacts.get(to.email) ?? null, project));
  const rendered = await ctx.rendering.renderMails({
    subject: texts.subject,
    body: texts.body,
    maxCharacters: limits.renderedBytesPerSend,
    now,
    language: project.language,
    recipients: drafts.map(({ values, urls }) => ({
      values,
      footer: texts.type === 'MARKETING' ? { projectName: project.name, ...urls } : null,
    })),
  });
  checkRendered(rendered, drafts.length);
  const mails = drafts.flatMap(({ values: _values, ...mail }, index) => {
    const renderedMail = rendered[index];
    return renderedMail ? [{ ...mail, rendered: renderedMail }] : [];
  });
  return { texts, project, mails };
}

async function loadSendFacts(
  reader: ProjectReader,
  request: SendRequest,
  recipients: readonly NamedAddress[],
): Promise<SendFacts> {
  const template = request.template === undefined ? null : await findTemplate(reader, request.template);
  const texts = mergeTemplate(request, template);
  const emails = recipients.map(({ email }) => email);
  const [project, contacts] = await Promise.all([
    loadProjectFacts(reader),
    findContactsByEmail(reader, emails),
    requireSender(reader, texts),
  ]);
  return { texts, project, contacts, now: reader.now };
}

async function requireSender(reader: ProjectReader, { type, fromEmail }: MergedTexts): Promise<void> {
  await requireVerifiedSender(reader, fromEmail);
  if (type !== 'TRANSACTIONAL') await requireDmarc(reader, fromEmail);
}

function draft(
  { config }: ProjectContext,
  to: NamedAddress,
  { data: patch }: SendRequest,
  contact: Contact | null,
  { handle, language }: ProjectFacts,
) {
  const emailId: EmailId = newId();
  const contactId: ContactId = contact?.id ?? newId();
  const urls = recipientUrls(config, { handle, contactId, emailId });
  const { data } = applyDataPatch(contact?.data ?? {}, patch);
  const values = buildScope({
    contact: { id: contactId, email: to.email, data },
    links: urls,
    once: patch.once,
    language,
  });
  return { emailId, contactId, to, urls, values };
}

/** A repeated address is mailed once, with the first name given for it. */
function onePerAddress(recipients: readonly NamedAddress[]): NamedAddress[] {
  const groups = Map.groupBy(recipients, ({ email }) => email);
  return [...groups].map(([email, same]) => ({ email, name: same.find(({ name }) => name !== null)?.name ?? null }));
}
