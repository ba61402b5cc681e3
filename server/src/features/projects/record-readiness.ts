import type { ProjectTx } from '#platform/context';

const columns = { domain: 'hasVerifiedDomain', provider: 'hasTestedProvider' } as const;

/**
 * Notes whether the project has a verified domain, or a provider whose test passed. The feature that knows calls it in
 * the transaction that changes the fact, so going live is decided by a guarded write and never by calling a feature above.
 */
export async function recordReadiness(tx: ProjectTx, fact: keyof typeof columns, holds: boolean): Promise<void> {
  await tx.db
    .updateTable('projects')
    .set({ [columns[fact]]: holds })
    .where('id', '=', tx.projectId)
    .execute();
}
