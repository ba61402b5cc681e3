import type { ProjectContext } from '#platform/context';
import { lockTemplate } from './queries.ts';
import { TemplateInUse } from './refusals.ts';
import type { TemplateId } from './template.ts';

/** Removes a template that no workflow step uses (D-506). Email records keep their content and lose the template's name. */
export async function deleteTemplate(ctx: ProjectContext, id: TemplateId): Promise<void> {
  await ctx.transaction(async (tx) => {
    // Why locked first: a feature that begins to refer to it locks the row, too, so no new reference is missed.
    await lockTemplate(tx, id);
    const uses = await ctx.references.find(tx, 'template', id);
    const steps = uses.filter((use) => use.by === 'workflow-step');
    if (steps.length > 0) throw TemplateInUse(steps);
    await tx.db.deleteFrom('templates').where('projectId', '=', tx.projectId).where('id', '=', id).execute();
  });
}
