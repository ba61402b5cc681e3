/** A connection to one of the two databases between which a project is moved. */
interface Connection {
  query(text: string, values: readonly unknown[]): Promise<unknown>;
}

/** Nothing of the project is claimed any more. */
export async function markMoveBegun(source: Connection, projectId: string): Promise<void> {
  await source.query('update projects set move_began_at = coalesce(move_began_at, now()) where id = $1', [projectId]);
}

/** No transaction of the project opens any more. */
export async function markMoveHeld(source: Connection, projectId: string): Promise<void> {
  await source.query('update projects set move_held_at = coalesce(move_held_at, now()) where id = $1', [projectId]);
}

/** The installation of this database has the project again, or for the first time; never one that it has left. */
export async function clearMoveMarks(database: Connection, projectId: string): Promise<void> {
  await database.query(
    'update projects set move_began_at = null, move_held_at = null where id = $1 and moved_at is null',
    [projectId],
  );
}

/** Another installation has the project now. */
export async function markMoved(source: Connection, projectId: string): Promise<void> {
  await source.query('update projects set moved_at = coalesce(moved_at, now()) where id = $1', [projectId]);
}

/** Members of a project are not copied: their accounts belong to the installation that it leaves. */
export async function addOwnerOfMoved(target: Connection, projectId: string, userId: string): Promise<void> {
  await target.query(`insert into memberships (project_id, user_id, role, joined_at) values ($1, $2, 'OWNER', now())`, [
    projectId,
    userId,
  ]);
}
