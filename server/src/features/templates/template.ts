import type { Id } from '#platform/ids';

export type TemplateId = Id<'template'>;

export const templateTypes = ['TRANSACTIONAL', 'MARKETING', 'HEADLESS'] as const;
/** What a mail is for; it decides about consent, footer and links (contract/04, 1.3). */
export type TemplateType = (typeof templateTypes)[number];

export interface Template {
  readonly id: TemplateId;
  readonly name: string;
  readonly description: string | null;
  readonly subject: string;
  readonly body: string;
  /** What is rendered instead of `body`, where style sheets could be inlined. */
  readonly bodyInlined: string | null;
  readonly fromEmail: string | null;
  readonly fromName: string | null;
  readonly replyTo: string | null;
  readonly type: TemplateType;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The fields of a template that a caller sets. */
export type TemplateFields = Pick<
  Template,
  'name' | 'description' | 'subject' | 'body' | 'fromEmail' | 'fromName' | 'replyTo' | 'type'
>;

/** The fields to change; undefined fields stay. */
export type TemplatePatch = { readonly [Field in keyof TemplateFields]?: TemplateFields[Field] | undefined };

const suffix = ' (Copy)';

/** The name of a duplicate, cut to fit (D-507). */
export const copyName = (name: string, max: number): string =>
  Array.from(name)
    .slice(0, max - suffix.length)
    .join('') + suffix;

/** The given fields that differ from what is stored. */
export function changesOf(template: Template, patch: TemplatePatch): Partial<TemplateFields> {
  const changed = Object.entries(patch).filter(
    ([field, value]) => value !== undefined && value !== Reflect.get(template, field),
  );
  return Object.fromEntries(changed);
}
