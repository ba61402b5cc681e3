import { requireVerifiedSender } from '#features/domains';
import type { ProjectContext } from '#platform/context';
import { checkTexts } from './check-texts.ts';
import { lockTemplate } from './queries.ts';
import { changesOf, type Template, type TemplateId, type TemplatePatch } from './template.ts';
import { templateColumns, toTemplate } from './template-row.ts';

/** Changes the given fields (D-505). Only what is in the request is checked; mail already created keeps its text. */
export async function patchTemplate(ctx: ProjectContext, id: TemplateId, patch: TemplatePatch): Promise<Template> {
  const bodyInlined = await checkTexts(ctx, patch);
  return ctx.transaction(async (tx) => {
    const before = await lockTemplate(tx, id);
    if (patch.fromEmail) await requireVerifiedSender(tx, patch.fromEmail);
    const changes = changesOf(before, patch);
    if (Object.keys(changes).length === 0) return before;
    const row = await tx.db
      .updateTable('templates')
      .set({ ...changes, ...(changes.body === undefined ? {} : { bodyInlined }), updatedAt: tx.now })
      .where('projectId', '=', tx.projectId)
      .where('id', '=', id)
      .returning(templateColumns)
      .executeTakeFirstOrThrow();
    return toTemplate(row);
  });
}
