import type { ProjectContext } from '#platform/context';
import type { Reference } from '#platform/references';
import { customFieldName, parseFieldName } from '#pure/custom-fields';
import { listFields } from './list-fields.ts';

export interface FieldUsage {
  field: string;
  references: readonly Reference[];
  contactCount: number;
  canDelete: boolean;
}

/** What refers to a field, as the features above report it (D-222). References never block a deletion. */
export async function fieldUsage(ctx: ProjectContext, name: string): Promise<FieldUsage> {
  const parsed = parseFieldName(name);
  const field = parsed.kind === 'standard' ? parsed.field : customFieldName(parsed.key);
  const references = await ctx.read((reader) => ctx.references.find(reader, 'field', field));
  const stats = (await listFields(ctx)).find((known) => known.field === field);
  return { field, references, contactCount: stats?.count ?? 0, canDelete: parsed.kind === 'custom' };
}
