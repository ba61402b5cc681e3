import { createJob, type JobId } from '#features/jobs';
import type { ProjectContext, ProjectTx } from '#platform/context';
import { nilId } from '#platform/ids';
import { parseFieldName } from '#pure/custom-fields';
import { limits } from '#pure/limits';
import { deleteFieldJob } from './delete-field-job.ts';
import { foldOnce } from './fold-tallies.ts';
import { FieldNotCustom } from './refusals.ts';
import { finishRemoval, removeFieldPage } from './remove-field.ts';
import { FieldDeleted } from './signals.ts';

export type FieldDeletion = { kind: 'done'; deletedFrom: number } | { kind: 'queued'; jobId: JobId };

/** Removes a custom key from every contact. The mark that stops conditions on it is set at once (D-223). */
export function deleteField(ctx: ProjectContext, name: string): Promise<FieldDeletion> {
  const field = parseFieldName(name);
  if (field.kind === 'standard') throw FieldNotCustom(field.field);
  return ctx.transaction(async (tx) => {
    const contacts = await markDeleted(tx, field.key);
    if (contacts === null) return { kind: 'done', deletedFrom: 0 };
    await tx.emit(FieldDeleted, { key: field.key });
    if (contacts > limits.rowsChangedWithinRequest)
      return { kind: 'queued', jobId: await createJob(tx, deleteFieldJob, { key: field.key }) };
    return { kind: 'done', deletedFrom: await removeNow(tx, field.key) };
  });
}

/** Zeroes the counts of the key and returns how many contacts had it; null when it was never seen or is deleted already. */
async function markDeleted(tx: ProjectTx, key: string): Promise<number | null> {
  while ((await foldOnce(tx)) > 0); // Why: waiting tallies of the key must not be added after its counts are zeroed
  const before = await tx.db
    .selectFrom('contactFields')
    .select('contacts')
    .where('projectId', '=', tx.projectId)
    .where('key', '=', key)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!before) return null;
  await tx.db
    .updateTable('contactFields')
    .set({ contacts: '0', mismatched: '0', deletedAt: tx.now, removingSince: tx.now })
    .where('projectId', '=', tx.projectId)
    .where('key', '=', key)
    .execute();
  await tx.db.deleteFrom('contactFieldValues').where('projectId', '=', tx.projectId).where('key', '=', key).execute();
  return Number(before.contacts);
}

async function removeNow(tx: ProjectTx, key: string): Promise<number> {
  let removed = 0;
  for (let next: string | null = nilId; next !== null; ) {
    const page = await removeFieldPage(tx, key, next);
    removed += page.removed;
    next = page.next;
  }
  await finishRemoval(tx, key);
  return removed;
}
