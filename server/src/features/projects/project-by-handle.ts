import type { InstanceContext, ProjectId } from '#platform/context';
import { Cache } from '#pure/cache';

/** A handle names one project for ever, so cached entries stay valid. */
const caches = new WeakMap<InstanceContext['config'], Cache<string, ProjectId>>();

/** The project that a signed link or address names, or null when it is gone. The caller has checked the signature. */
export async function findProjectByHandle(ctx: InstanceContext, handle: string): Promise<ProjectId | null> {
  const cache = caches.get(ctx.config) ?? new Cache({ maxEntries: 10_000 });
  caches.set(ctx.config, cache);
  const cached = cache.get(handle);
  if (cached) return cached;
  const row = await ctx.read(({ db }) =>
    db.selectFrom('projects').select('id').where('handle', '=', handle).executeTakeFirst(),
  );
  if (!row) return null;
  cache.set(handle, row.id as ProjectId); // the primary key
  return row.id as ProjectId; // the same
}
