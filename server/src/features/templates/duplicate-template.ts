import type { ProjectContext } from '#platform/context';
import { limits } from '#pure/limits';
import { insertTemplate } from './create-template.ts';
import { findTemplate } from './queries.ts';
import { copyName, type Template, type TemplateId } from './template.ts';

/** A copy of everything under a new name; nothing is checked again (D-507). */
export function duplicateTemplate(ctx: ProjectContext, id: TemplateId): Promise<Template> {
  return ctx.transaction(async (tx) => {
    const original = await findTemplate(tx, id);
    return insertTemplate(tx, { ...original, name: copyName(original.name, limits.templateNameCharacters) });
  });
}
