import type { ContactId } from '#features/contacts';
import { type ProjectTx, wipePage } from '#platform/context';

const batch = 1_000;

/** The requests of deleted contacts contain their data (D-947). */
export async function deleteCallsOf(
  { db, projectId }: ProjectTx,
  contacts: readonly { readonly contactId: ContactId }[],
): Promise<void> {
  const ids = contacts.map(({ contactId }) => contactId);
  await db
    .deleteFrom('workflowCalls')
    .where('projectId', '=', projectId)
    .where((where) => where('contactId', '=', where.fn.any(where.val(ids))))
    .execute();
}

/** Deletes some of a project's calls; returns true while there may be more. */
export const wipeCalls = (tx: ProjectTx): Promise<boolean> => wipePage(tx, ['workflow_calls', 'id'], { page: batch });
