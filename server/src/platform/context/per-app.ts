/**
 * Something that one running app keeps in memory, such as calls under way that others may join; made when it is first used.
 * Why not a constant of the module: two apps in one process would share it.
 */
export function perApp<T>(make: () => T): (ctx: { readonly stopping: AbortSignal }) => T {
  const byApp = new WeakMap<AbortSignal, T>(); // each app has a signal of its own, for all of its contexts
  return ({ stopping }) => {
    const known = byApp.get(stopping);
    if (known !== undefined) return known;
    const made = make();
    byApp.set(stopping, made);
    return made;
  };
}
