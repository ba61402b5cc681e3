import type { InstanceContext, ProjectId } from '#platform/context';

/** A handle names one project for ever, so what was found once stays right. */
const found = new WeakMap<InstanceContext['config'], Map<string, ProjectId>>();
const mostRemembered = 10_000;

/** The project that a signed link or address names, or null when it is gone. Whoever asks has checked the signature. */
export async function projectByHandle(ctx: InstanceContext, handle: string): Promise<ProjectId | null> {
  const known = found.get(ctx.config) ?? new Map<string, ProjectId>();
  found.set(ctx.config, known);
  const remembered = known.get(handle);
  if (remembered) return remembered;
  const row = await ctx.read(({ db }) =>
    db.selectFrom('projects').select('id').where('handle', '=', handle).executeTakeFirst(),
  );
  if (!row) return null;
  if (known.size >= mostRemembered) known.clear();
  known.set(handle, row.id as ProjectId); // the primary key
  return row.id as ProjectId; // the same
}
