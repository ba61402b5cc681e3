import type { Contact, ContactId } from '#features/contacts';
import { readContactsByEmail } from '#features/contacts';
import { requireDmarc, requireVerifiedSender } from '#features/domains';
import { findTemplate } from '#features/templates';
import type { ProjectContext, ProjectReader } from '#platform/context';
import { newId } from '#platform/ids';
import type { RenderedMail } from '#platform/rendering';
import { applyDataPatch } from '#pure/custom-fields';
import { buildScope } from '#pure/templating';
import type { EmailId } from '../email.ts';
import type { RecipientUrls } from '../links/recipient-urls.ts';
import { recipientUrls } from '../links/recipient-urls.ts';
import { checkFanOut, checkRendered, checkSizes, mostRenderedBytes } from './check-sizes.ts';
import type { MergedTexts } from './merge-template.ts';
import { mergeTemplate } from './merge-template.ts';
import type { ProjectFacts } from './project-facts.ts';
import { projectFacts } from './project-facts.ts';
import type { NamedAddress } from './read-mailbox.ts';
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
  /** One for each address, in the order in which they first stand in `to` (D-609). */
  readonly mails: readonly PreparedMail[];
}

interface Gathered {
  readonly texts: MergedTexts;
  readonly project: ProjectFacts;
  readonly contacts: ReadonlyMap<string, Contact>;
  readonly now: Date;
}

/**
 * Steps 8 to 10 of a send and its rendering, outside of any transaction. What was acknowledged before the request came is
 * seen; what is written meanwhile may be. Only the ids of contacts must still hold when the mail is accepted.
 */
export async function prepareSend(ctx: ProjectContext, request: SendRequest): Promise<PreparedSend> {
  checkSizes(ctx.config, request);
  const recipients = onePerAddress(request.to);
  const { texts, project, contacts, now } = await ctx.read((reader) => gather(reader, request, recipients));
  checkFanOut(texts.body, recipients.length);
  const drafts = recipients.map((to) => draft(ctx, to, request, contacts.get(to.email) ?? null, project));
  const rendered = await ctx.rendering.renderMails({
    subject: texts.subject,
    body: texts.body,
    mostCharacters: mostRenderedBytes,
    now,
    language: project.language,
    recipients: drafts.map(({ values, urls }) => ({
      values,
      footer: texts.type === 'MARKETING' ? { projectName: project.name, ...urls } : null,
    })),
  });
  checkRendered(rendered, drafts.length);
  const mails = drafts.flatMap(({ values: _values, ...mail }, place) => {
    const made = rendered[place];
    return made ? [{ ...mail, rendered: made }] : [];
  });
  return { texts, project, mails };
}

async function gather(
  reader: ProjectReader,
  request: SendRequest,
  recipients: readonly NamedAddress[],
): Promise<Gathered> {
  const template = request.template === undefined ? null : await findTemplate(reader, request.template);
  const texts = mergeTemplate(request, template);
  await requireVerifiedSender(reader, texts.fromEmail);
  if (texts.type !== 'TRANSACTIONAL') await requireDmarc(reader, texts.fromEmail);
  const project = await projectFacts(reader);
  const emails = recipients.map(({ email }) => email);
  return { texts, project, contacts: await readContactsByEmail(reader, emails), now: reader.now };
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

/** An address that stands there twice is mailed once, with the first name given for it. */
function onePerAddress(recipients: readonly NamedAddress[]): NamedAddress[] {
  const groups = Map.groupBy(recipients, ({ email }) => email);
  return [...groups].map(([email, same]) => ({ email, name: same.find(({ name }) => name !== null)?.name ?? null }));
}
