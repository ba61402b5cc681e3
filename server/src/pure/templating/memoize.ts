import { Cache } from '#pure/cache';

/** The same function with a cache of its results; bounded, because languages and zones come from customers' data. */
export function memoize<Args extends readonly unknown[], Result>(
  work: (...args: Args) => Result,
): (...args: Args) => Result {
  const results = new Cache<string, Result>({ maxEntries: 500 });
  return (...args) => {
    const key = JSON.stringify(args);
    const known = results.get(key);
    if (known !== undefined) return known;
    const result = work(...args);
    results.set(key, result);
    return result;
  };
}
