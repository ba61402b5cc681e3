import type { Template, TemplateId, TemplateType } from './template.ts';

export const templateColumns = [
  'id',
  'name',
  'description',
  'subject',
  'body',
  'bodyInlined',
  'fromEmail',
  'fromName',
  'replyTo',
  'type',
  'createdAt',
  'updatedAt',
] as const;

type TemplateRow = Omit<Template, 'id' | 'type'> & { id: string; type: string };

export const toTemplate = (row: TemplateRow): Template => ({
  ...row,
  id: row.id as TemplateId, // a row of the templates table
  type: row.type as TemplateType, // checked by the table
});
