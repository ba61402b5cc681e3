import type { ProjectContext } from '#platform/context';
import type { Reference } from '#platform/references';
import { findTemplate } from './queries.ts';
import type { TemplateId } from './template.ts';

export interface TemplateUsage {
  readonly campaigns: readonly Reference[];
  readonly workflowSteps: readonly Reference[];
  readonly emailsSent: number;
}

/** What refers to a template, as the features above report it (D-508). Mail is counted, not listed. */
export function templateUsage(ctx: ProjectContext, id: TemplateId): Promise<TemplateUsage> {
  return ctx.read(async (reader) => {
    await findTemplate(reader, id);
    const uses = await ctx.references.find(reader, 'template', id);
    const by = (kind: Reference['by']): Reference[] => uses.filter((use) => use.by === kind);
    return {
      campaigns: by('campaign'),
      workflowSteps: by('workflow-step'),
      emailsSent: by('emails').reduce((sum, { count = 0 }) => sum + count, 0),
    };
  });
}
