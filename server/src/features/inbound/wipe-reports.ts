import type { ProjectTx } from '#platform/context';

/** At most a hundred of a project are kept: one statement takes them all. */
export async function wipeReports({ db, projectId }: ProjectTx): Promise<boolean> {
  await db.deleteFrom('inboundReports').where('projectId', '=', projectId).execute();
  return false;
}
