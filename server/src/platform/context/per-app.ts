/**
 * Something that one running app keeps in memory, such as calls under way that others may join; made when it is first used.
 * Why not a constant of the module: two apps in one process would share it.
 */
export function perApp<T, Ctx extends { readonly stopping: AbortSignal } = { readonly stopping: AbortSignal }>(
  make: (ctx: Ctx) => T,
): (ctx: Ctx) => T {
  const byApp = new WeakMap<AbortSignal, T>(); // each app has a signal of its own, for all of its contexts
  return (ctx) => {
    const known = byApp.get(ctx.stopping);
    if (known !== undefined) return known;
    const made = make(ctx);
    byApp.set(ctx.stopping, made);
    return made;
  };
}
