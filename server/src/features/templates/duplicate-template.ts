import type { ProjectContext } from '#platform/context';
import { insertTemplate } from './create-template.ts';
import { findTemplate } from './queries.ts';
import type { Template, TemplateId } from './template.ts';
import { copyName } from './template.ts';

/** A copy of everything under a new name; nothing is checked again (D-507). */
export function duplicateTemplate(ctx: ProjectContext, id: TemplateId, mostName: number): Promise<Template> {
  return ctx.transaction(async (tx) => {
    const original = await findTemplate(tx, id);
    return insertTemplate(tx, { ...original, name: copyName(original.name, mostName) });
  });
}
