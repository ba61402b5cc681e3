import type { ProjectContext } from '#platform/context';
import { RoleTooLow } from '#platform/identity';
import { findSuppression } from './find-suppression.ts';
import { SuppressionNotFound } from './refusals.ts';
import { suppressionKey } from './suppression.ts';

/** Takes an address off the list; this subscribes no contact. Only an admin can remove a complaint (D-641). */
export async function removeSuppression(
  ctx: ProjectContext,
  text: string,
  { mayLiftComplaint }: { mayLiftComplaint: boolean },
): Promise<void> {
  const key = suppressionKey(text);
  if (!key) throw SuppressionNotFound(text);
  await ctx.transaction(async (tx) => {
    let rows = tx.db.deleteFrom('suppressions').where('projectId', '=', tx.projectId).where(key.column, '=', key.value);
    if (!mayLiftComplaint) rows = rows.where('reason', '<>', 'COMPLAINT');
    const { numDeletedRows } = await rows.executeTakeFirst();
    if (numDeletedRows > 0n) return;
    await findSuppression(tx, text);
    throw RoleTooLow('ADMIN');
  });
}
