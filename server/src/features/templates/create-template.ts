import { requireVerifiedSender } from '#features/domains';
import type { ProjectContext, ProjectTx } from '#platform/context';
import { checkTexts } from './check-texts.ts';
import type { Template, TemplateFields } from './template.ts';
import { templateColumns, toTemplate } from './template-row.ts';

/** Stores a new template. Its texts must parse, and its sender's domain must be verified (D-503, D-504). */
export async function createTemplate(ctx: ProjectContext, fields: TemplateFields): Promise<Template> {
  const bodyInlined = await checkTexts(ctx, fields);
  return ctx.transaction(async (tx) => {
    if (fields.fromEmail !== null) await requireVerifiedSender(tx, fields.fromEmail);
    return insertTemplate(tx, { ...fields, bodyInlined });
  });
}

export async function insertTemplate(
  tx: ProjectTx,
  fields: TemplateFields & Pick<Template, 'bodyInlined'>,
): Promise<Template> {
  const { name, description, subject, body, bodyInlined, fromEmail, fromName, replyTo, type } = fields;
  const row = await tx.db
    .insertInto('templates')
    .values({
      projectId: tx.projectId,
      id: tx.newId<'template'>(),
      name,
      description,
      subject,
      body,
      bodyInlined,
      fromEmail,
      fromName,
      replyTo,
      type,
      createdAt: tx.now,
      updatedAt: tx.now,
    })
    .returning(templateColumns)
    .executeTakeFirstOrThrow();
  return toTemplate(row);
}
