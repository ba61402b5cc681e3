import type { ProjectTx } from '#platform/context';

/** `ALL` holds every mail of the project, `MARKETING` all but transactional mail. */
export type PauseScope = 'ALL' | 'MARKETING';

const columns = { ALL: 'pausedAt', MARKETING: 'marketingPausedAt' } as const;

/** Holds mail back from the commit on: the gate of deliveries reads the column. An existing pause keeps its time. */
export async function pauseProject(tx: ProjectTx, scope: PauseScope): Promise<void> {
  await tx.db
    .updateTable('projects')
    .set({ [columns[scope]]: tx.now })
    .where('id', '=', tx.projectId)
    .where(columns[scope], 'is', null)
    .execute();
}

export async function resumeProject(tx: ProjectTx, scope: PauseScope): Promise<void> {
  await tx.db
    .updateTable('projects')
    .set({ [columns[scope]]: null })
    .where('id', '=', tx.projectId)
    .execute();
}
