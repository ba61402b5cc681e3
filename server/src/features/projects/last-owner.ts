import type { InstanceContext } from '#platform/context';

/** Runs a write that may remove the last owner. The database refuses that, whatever runs at the same time; the refusal replaces its error. */
export async function translateLastOwnerViolation<T>(
  write: () => Promise<T>,
  refuse: () => Promise<Error>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw isLastOwnerViolation(error) ? await refuse() : error;
  }
}

const isLastOwnerViolation = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'memberships_last_owner';

/** The project with its name, for the refusal. */
export const loadProjectNames = (ctx: InstanceContext, id: string): Promise<{ id: string; name: string }[]> =>
  ctx.read(({ db }) => db.selectFrom('projects').select(['id', 'name']).where('id', '=', id).execute());
