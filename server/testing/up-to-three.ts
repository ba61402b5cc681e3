/**
 * Measures until a result is good, at most three times, and returns all results. For limits of time: a busy machine takes time
 * away once, a program that is too slow takes it every time.
 */
export async function upToThree<T>(measure: () => Promise<T>, isGood: (result: T) => boolean): Promise<[T, ...T[]]> {
  const results: [T, ...T[]] = [await measure()];
  while (results.length < 3 && !results.some(isGood)) results.push(await measure());
  return results;
}
