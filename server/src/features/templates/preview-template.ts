import type { ProjectContext, ProjectReader } from '#platform/context';
import type { RenderedMail } from '#platform/rendering';
import type { JsonObject } from '#pure/custom-fields';
import { buildScope } from '#pure/templating';
import { findTemplate } from './queries.ts';
import { ContactNotFound, toTemplateError } from './refusals.ts';
import type { TemplateId, TemplateType } from './template.ts';

export interface PreviewRequest {
  readonly subject?: string | undefined;
  readonly body?: string | undefined;
  readonly type?: TemplateType | undefined;
  readonly templateId?: TemplateId | undefined;
  readonly contactId?: string | undefined;
  /** Values of this render only. */
  readonly once: JsonObject;
}

export interface TemplatePreview {
  readonly subject: string;
  readonly body: string;
  readonly text: string;
  readonly variables: readonly string[];
  readonly missing: readonly string[];
  readonly errors: readonly { field: string; line: number; column: number; message: string }[];
}

/** What a mail would look like, rendered in the same way as a send; nothing is stored or sent (D-509). */
export async function previewTemplate(ctx: ProjectContext, request: PreviewRequest): Promise<TemplatePreview> {
  const { texts, type, contact, project, now } = await ctx.read((reader) => loadPreviewInputs(reader, request));
  const links = previewLinks(ctx.config.BASE_URL);
  const { errors, variables, inlinedBody } = await ctx.rendering.prepareTexts(texts);
  const values = buildScope({ contact, links, once: request.once, language: project.language });
  const footer = type === 'MARKETING' ? { projectName: project.name, ...links } : null;
  const [mail] = await ctx.rendering.renderMails({
    subject: texts.subject,
    body: inlinedBody ?? texts.body,
    now,
    language: project.language,
    recipients: [{ values, footer }],
  });
  if (!mail) throw new Error('one mail was asked for');
  const { subject, body, text, missing } = mail;
  return {
    subject,
    body: body ?? '',
    text,
    variables,
    missing,
    errors: [...errors.map(toTemplateError), ...limitErrors(mail)],
  };
}

async function loadPreviewInputs(reader: ProjectReader, request: PreviewRequest) {
  const template = request.templateId === undefined ? null : await findTemplate(reader, request.templateId);
  return {
    texts: { subject: request.subject ?? template?.subject ?? '', body: request.body ?? template?.body ?? '' },
    type: request.type ?? template?.type ?? 'TRANSACTIONAL',
    contact: request.contactId === undefined ? sampleContact : await getContact(reader, request.contactId),
    project: await getProject(reader),
    now: reader.now,
  };
}

/** The contact to render for when the request names none. */
export const sampleContact = { id: '00000000-0000-7000-8000-000000000000', email: 'ada@example.com', data: {} };

/** Why in SQL: contacts are in the same layer, whose code is not called. */
async function getContact({ db, projectId }: ProjectReader, id: string) {
  const row = await db
    .selectFrom('contacts')
    .select(['id', 'email', 'data'])
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw ContactNotFound(id);
  return { ...row, data: row.data as JsonObject }; // only objects are written there
}

const getProject = ({ db, projectId }: ProjectReader) =>
  db.selectFrom('projects').select(['name', 'language']).where('id', '=', projectId).executeTakeFirstOrThrow();

/** Links without a recipient, so following them changes nothing. */
export const previewLinks = (base: string) => ({
  unsubscribeUrl: `${base}/u/preview`,
  subscribeUrl: `${base}/s/preview`,
  manageUrl: `${base}/m/preview`,
});

/** Limits that only a render can reach are reported at the start of the text. */
const limitErrors = ({ warnings }: RenderedMail) =>
  warnings
    .filter(({ code }) => code === 'render_limit' || code === 'render_timeout')
    .map(({ field, message }) => ({ field, line: 1, column: 1, message }));
