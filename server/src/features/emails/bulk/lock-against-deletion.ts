import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';

/**
 * While mails or executions are made for many contacts, none of the project's contacts is deleted, and the reverse, until the transaction ends.
 * Why: a portion reads its contacts without a lock on each. A deletion beside it would not see the new rows, and mails would keep the
 * address of a contact that is gone and never be closed. Called before the statement that reads contacts, which then sees what was
 * deleted meanwhile.
 */
export const lockAgainstDeletion = (tx: ProjectTx): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(${keyOf(tx)})`.execute(tx.db);

/** The other side: deletions do not wait for each other, only for a portion under way. */
export const awaitBulkMail = (tx: ProjectTx): Promise<unknown> =>
  sql`select pg_advisory_xact_lock_shared(${keyOf(tx)})`.execute(tx.db);

const keyOf = ({ projectId }: ProjectTx) => sql`hashtextextended(${`bulk-mail:${projectId}`}, 0)`;
