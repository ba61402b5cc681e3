const most = 500;

/** The same function with a memory of its last results; bounded, because languages and zones come from customers' data. */
export function remembered<Args extends readonly unknown[], Result>(
  work: (...args: Args) => Result,
): (...args: Args) => Result {
  const results = new Map<string, Result>();
  return (...args) => {
    const key = JSON.stringify(args);
    const known = results.get(key);
    if (known !== undefined) return known;
    if (results.size >= most) results.clear();
    const result = work(...args);
    results.set(key, result);
    return result;
  };
}
