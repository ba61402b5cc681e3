import type { ProjectReader } from '#platform/context';
import { SuppressionNotFound } from './refusals.ts';
import { type Suppression, type SuppressionKey, suppressionColumns, suppressionKey } from './suppression.ts';

/** By its id or by its address. */
export async function findSuppression(reader: ProjectReader, text: string): Promise<Suppression> {
  const key = suppressionKey(text);
  const found = key && (await loadSuppression(reader, key));
  if (!found) throw SuppressionNotFound(text);
  return found;
}

/** Null if the project's list has none. */
export async function loadSuppression(
  { db, projectId }: ProjectReader,
  { column, value }: SuppressionKey,
): Promise<Suppression | null> {
  const found = await db
    .selectFrom('suppressions')
    .select(suppressionColumns)
    .where('projectId', '=', projectId)
    .where(column, '=', value)
    .executeTakeFirst();
  return found ?? null;
}
