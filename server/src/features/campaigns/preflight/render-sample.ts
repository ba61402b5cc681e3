import { previewLinks, sampleContact } from '#features/templates';
import type { ProjectContext } from '#platform/context';
import type { RenderedMail } from '#platform/rendering';
import type { JsonObject } from '#pure/custom-fields';
import { buildScope } from '#pure/templating';
import type { CampaignFields } from '../campaign.ts';
import type { ProjectFacts } from './check-project.ts';

/** The mail of one recipient, as it would leave, and without the footer that is added to it. */
export interface SampleMail {
  readonly mail: RenderedMail;
  readonly withoutFooter: RenderedMail;
  readonly links: ReturnType<typeof previewLinks>;
}

interface SampleRequest {
  readonly fields: Pick<CampaignFields, 'subject' | 'body' | 'type'>;
  readonly inlinedBody: string | null;
  readonly project: ProjectFacts;
  /** One of the recipients; null for a contact that has only an address. */
  readonly recipientId: string | null;
}

/** Renders the campaign for one recipient, in the same way as sending does. */
export async function renderSample(ctx: ProjectContext, request: SampleRequest): Promise<SampleMail> {
  const { fields, inlinedBody, project, recipientId } = request;
  const { contact, now } = await ctx.read(async (reader) => ({
    contact: recipientId === null ? undefined : await findContact(reader, recipientId),
    now: reader.now,
  }));
  const links = previewLinks(ctx.config.BASE_URL);
  const values = buildScope({ contact: contact ?? sampleContact, links, language: project.language });
  const footer = fields.type === 'MARKETING' ? { projectName: project.name, ...links } : null;
  const [mail, withoutFooter] = await ctx.rendering.renderMails({
    subject: fields.subject,
    body: inlinedBody ?? fields.body,
    now,
    language: project.language,
    recipients: [
      { values, footer },
      { values, footer: null },
    ],
  });
  if (!mail || !withoutFooter) throw new Error('two mails were asked for');
  return { mail, withoutFooter, links };
}

async function findContact(
  { db, projectId }: Parameters<Parameters<ProjectContext['read']>[0]>[0],
  id: string,
): Promise<typeof sampleContact | undefined> {
  const row = await db
    .selectFrom('contacts')
    .select(['id', 'email', 'data'])
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { ...row, data: row.data as JsonObject }; // only objects are written there
}
