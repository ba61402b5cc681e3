import type { ProjectReader } from '#platform/context';
import { SuppressionNotFound } from './refusals.ts';
import { type Suppression, suppressionColumns, suppressionKey } from './suppression.ts';

/** By its id or by its address. */
export async function findSuppression({ db, projectId }: ProjectReader, text: string): Promise<Suppression> {
  const key = suppressionKey(text);
  if (!key) throw SuppressionNotFound(text);
  const found = await db
    .selectFrom('suppressions')
    .select(suppressionColumns)
    .where('projectId', '=', projectId)
    .where(key.column, '=', key.value)
    .executeTakeFirst();
  if (!found) throw SuppressionNotFound(text);
  return found;
}
