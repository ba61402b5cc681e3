import { type ProjectTx, wipePages } from '#platform/context';

/** Deletes a page of the log; true while there may be more. */
export const wipeCalls = (tx: ProjectTx): Promise<boolean> =>
  wipePages(tx, [
    ['logged_calls', 'id'],
    ['logged_call_erasures', 'contact_id'],
    ['key_usage_hours', 'hour'],
  ]);

/** That its keys were ever used is known as long as the project has them. */
export async function wipeFirstUses({ db, projectId }: ProjectTx): Promise<boolean> {
  await db.deleteFrom('firstKeyUses').where('projectId', '=', projectId).execute();
  return false;
}
