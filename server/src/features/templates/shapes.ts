import { z } from 'zod';
import type { ProjectId } from '#platform/context';
import { Address, bodyId, Instant, instant, optional, trimmedText } from '#platform/http';
import { isLongerThan, type JsonObject, readDataPatch } from '#pure/custom-fields';
import { limits } from '#pure/limits';
import { type Template, type TemplateFields, type TemplatePatch, templateTypes } from './template.ts';

const customIssue = (code: string, message: string) => ({ code: 'custom' as const, message, params: { code } });

/** A line of template language; nothing is trimmed (D-115, D-501). */
export const Subject = z
  .string()
  .superRefine((text, ctx) => {
    if (text === '') ctx.addIssue(customIssue('too_small', 'At least 1 characters.'));
    if (isLongerThan(text, limits.subjectCharacters))
      ctx.addIssue(customIssue('too_big', `At most ${limits.subjectCharacters} characters.`));
    if (/[\r\n]/.test(text)) ctx.addIssue(customIssue('invalid_string', 'A subject is one line.'));
  })
  .meta({ minLength: 1, maxLength: limits.subjectCharacters });

/** HTML in template language, up to 512 KB (D-501). */
export const Body = z
  .string()
  .superRefine((text, ctx) => {
    if (text === '') ctx.addIssue(customIssue('too_small', 'At least 1 characters.'));
    if (Buffer.byteLength(text) > limits.templateBytes) ctx.addIssue(customIssue('too_big', 'At most 512 KB.'));
  })
  .meta({ minLength: 1 });

/** A rendered body with its footer. */
export const PreviewHtml = z.string().superRefine((html, ctx) => {
  if (Buffer.byteLength(html) > limits.previewBytes)
    ctx.addIssue(customIssue('too_big', `At most ${limits.previewBytes} bytes.`));
});

/** A sender's name; control characters would end up in a header. */
export const SenderName = trimmedText(0, limits.senderNameCharacters).superRefine((text, ctx) => {
  if (/\p{Cc}/u.test(text)) ctx.addIssue(customIssue('invalid_string', 'A name has no control characters.'));
});

/** A template becomes HEADLESS only by a change or a duplicate (D-503). */
const NewType = z
  .string()
  .superRefine((text, ctx) => {
    if (text === 'TRANSACTIONAL' || text === 'MARKETING') return;
    const issue = customIssue('invalid_enum_value', 'Must be one of TRANSACTIONAL, MARKETING.');
    const suggestion = 'Create it as MARKETING, then change the type.';
    ctx.addIssue(text === 'HEADLESS' ? { ...issue, params: { ...issue.params, suggestion } } : issue);
  })
  .transform((text) => text as 'TRANSACTIONAL' | 'MARKETING') // refined above
  .meta({ enum: ['TRANSACTIONAL', 'MARKETING'] });

const Description = trimmedText(0, limits.templateDescriptionCharacters);

export const TemplateBody = z.object({
  name: trimmedText(1, limits.templateNameCharacters),
  subject: Subject,
  body: Body,
  type: NewType,
  description: Description.nullish(),
  from: Address.nullish(),
  fromName: SenderName.nullish(),
  replyTo: Address.nullish(),
});

/** `null` clears what may be unset and is left out otherwise (D-113). */
export const TemplatePatchBody = z.object({
  name: optional(trimmedText(1, limits.templateNameCharacters)),
  subject: optional(Subject),
  body: optional(Body),
  type: optional(z.enum(templateTypes)),
  description: Description.nullish(),
  from: Address.nullish(),
  fromName: SenderName.nullish(),
  replyTo: Address.nullish(),
});

export function toFields(body: z.output<typeof TemplateBody>): TemplateFields {
  const { from = null, description = null, fromName = null, replyTo = null, ...rest } = body;
  return { ...rest, description, fromEmail: from, fromName, replyTo };
}

export const toPatch = ({ from, ...rest }: z.output<typeof TemplatePatchBody>): TemplatePatch => ({
  ...rest,
  fromEmail: from,
});

/** Values of one render: persistent and one-time values are treated alike; null hides a stored value. */
const RenderValues = z
  .unknown()
  .optional()
  .transform((raw, ctx): JsonObject => {
    const parsed = readDataPatch(raw);
    if (!parsed.ok) {
      for (const { path, code, message } of parsed.problems)
        ctx.addIssue({ ...customIssue(code, message), path: [...path] });
      return {};
    }
    const { set, remove, once } = parsed.patch;
    return { ...Object.fromEntries(remove.map((key) => [key, null])), ...set, ...once };
  })
  .meta({ type: 'object', additionalProperties: true });

export const PreviewBody = z.object({
  subject: optional(z.string()),
  body: optional(z.string()),
  type: optional(z.enum(templateTypes)),
  templateId: optional(bodyId<'template'>('template')),
  contactId: optional(bodyId<'contact'>('contact')),
  data: RenderValues,
});

export const TemplateReply = z
  .object({
    id: z.uuid(),
    name: z.string(),
    description: z.string().nullable(),
    subject: z.string(),
    body: z.string(),
    from: z.string().nullable(),
    fromName: z.string().nullable(),
    replyTo: z.string().nullable(),
    type: z.enum(templateTypes),
    projectId: z.uuid(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'Template' });

export const PreviewReply = z.object({
  subject: z.string(),
  body: z.string(),
  text: z.string(),
  variables: z.array(z.string()),
  missing: z.array(z.string()),
  errors: z.array(z.object({ field: z.string(), line: z.int(), column: z.int(), message: z.string() })),
});

const WorkflowStep = z.object({ id: z.string(), name: z.string(), workflowId: z.string(), workflowName: z.string() });

export const UsageReply = z.object({
  campaigns: z.array(z.object({ id: z.string(), name: z.string(), status: z.string() })),
  workflowSteps: z.array(WorkflowStep),
  counts: z.object({ campaigns: z.int(), workflowSteps: z.int() }),
  emailsSent: z.int(),
});

export const toTemplateReply = (template: Template, projectId: ProjectId): z.output<typeof TemplateReply> => ({
  id: template.id,
  name: template.name,
  description: template.description,
  subject: template.subject,
  body: template.body,
  from: template.fromEmail,
  fromName: template.fromName,
  replyTo: template.replyTo,
  type: template.type,
  projectId,
  createdAt: instant(template.createdAt),
  updatedAt: instant(template.updatedAt),
});
