/** A connection to one of the two databases between which a project is moved. */
interface Connection {
  query(text: string, values: readonly unknown[]): Promise<{ readonly rowCount: number | null }>;
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

/**
 * Lets the copy of a project that has moved be erased: its keys and team end at once, a task erases the rest (`eraseLeftProjects`). True when
 * there is such a copy.
 */
export async function markCopyDeleted(database: Connection, projectId: string): Promise<boolean> {
  const marked = await database.query(
    `with marked as (
       update projects set deleted_at = coalesce(deleted_at, now()), updated_at = now()
        where id = $1 and moved_at is not null returning id),
     ended_keys as (delete from api_keys k using marked m where k.project_id = m.id),
     ended_invitations as (delete from invitations i using marked m where i.project_id = m.id),
     ended_team as (delete from memberships t using marked m where t.project_id = m.id)
     select from marked`,
    [projectId],
  );
  return marked.rowCount === 1;
}
