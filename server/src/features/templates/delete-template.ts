import type { ProjectContext } from '#platform/context';
import { TemplateDeleted } from './news.ts';
import { lockTemplate } from './queries.ts';
import { TemplateInUse } from './refusals.ts';
import type { TemplateId } from './template.ts';

/** Removes a template that no step of a workflow needs (D-506). Email records keep their content and lose the name of it. */
export async function deleteTemplate(ctx: ProjectContext, id: TemplateId): Promise<void> {
  await ctx.transaction(async (tx) => {
    // Why locked first: whoever begins to refer to it holds the row (`holdTemplate`), so none can slip in between.
    await lockTemplate(tx, id);
    const uses = await ctx.references.find(tx, 'template', id);
    const steps = uses.filter((use) => use.by === 'workflow-step');
    if (steps.length > 0) throw TemplateInUse(steps);
    await tx.emit(TemplateDeleted, { templateId: id });
    await tx.db.deleteFrom('templates').where('projectId', '=', tx.projectId).where('id', '=', id).execute();
  });
}
