import type { InstanceContext } from '#platform/context';

/** Runs a write that may take the last owner away; the database refuses that, whatever happens at the same time. */
export async function keepingAnOwner<T>(write: () => Promise<T>, refuse: () => Promise<Error>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw isLastOwnerViolation(error) ? await refuse() : error;
  }
}

const isLastOwnerViolation = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'memberships_last_owner';

/** The project by id and name, for the refusal. */
export const namedProject = (ctx: InstanceContext, id: string): Promise<{ id: string; name: string }[]> =>
  ctx.read(({ db }) => db.selectFrom('projects').select(['id', 'name']).where('id', '=', id).execute());
