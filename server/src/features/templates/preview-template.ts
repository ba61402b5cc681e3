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
  /** Values of this render alone. */
  readonly once: JsonObject;
}

export interface Preview {
  readonly subject: string;
  readonly body: string;
  readonly text: string;
  readonly variables: readonly string[];
  readonly missing: readonly string[];
  readonly errors: readonly { field: string; line: number; column: number; message: string }[];
}

/** What a mail would look like, by the same way as a send; nothing is stored or sent (D-509). */
export async function previewTemplate(ctx: ProjectContext, request: PreviewRequest): Promise<Preview> {
  const { texts, type, contact, project, now } = await ctx.read((reader) => gather(reader, request));
  const links = linksThatChangeNothing(ctx.config.BASE_URL);
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
    errors: [...errors.map(toTemplateError), ...limitsOf(mail)],
  };
}

async function gather(reader: ProjectReader, request: PreviewRequest) {
  const template = request.templateId === undefined ? null : await findTemplate(reader, request.templateId);
  return {
    texts: { subject: request.subject ?? template?.subject ?? '', body: request.body ?? template?.body ?? '' },
    type: request.type ?? template?.type ?? 'TRANSACTIONAL',
    contact: request.contactId === undefined ? sample : await contactOf(reader, request.contactId),
    project: await projectOf(reader),
    now: reader.now,
  };
}

/** Somebody to render for when nobody is named. */
const sample = { id: '00000000-0000-7000-8000-000000000000', email: 'ada@example.com', data: {} };

/** Why in SQL: contacts live next door, and a neighbour's code is not called. */
async function contactOf({ db, projectId }: ProjectReader, id: string) {
  const row = await db
    .selectFrom('contacts')
    .select(['id', 'email', 'data'])
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw ContactNotFound(id);
  return { ...row, data: row.data as JsonObject }; // only objects are written there
}

const projectOf = ({ db, projectId }: ProjectReader) =>
  db.selectFrom('projects').select(['name', 'language']).where('id', '=', projectId).executeTakeFirstOrThrow();

/** Pages that know no recipient, so following them does nothing. */
const linksThatChangeNothing = (base: string) => ({
  unsubscribeUrl: `${base}/u/preview`,
  subscribeUrl: `${base}/s/preview`,
  manageUrl: `${base}/m/preview`,
});

/** Limits that only a render can reach are shown at the head of the text. */
const limitsOf = ({ warnings }: RenderedMail) =>
  warnings
    .filter(({ code }) => code === 'render_limit' || code === 'render_timeout')
    .map(({ field, message }) => ({ field, line: 1, column: 1, message }));
