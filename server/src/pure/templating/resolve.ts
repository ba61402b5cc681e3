/** Own keys only: inherited properties count as missing (D-520). */
export function readProperty(holder: unknown, key: unknown): unknown {
  if (holder === null || holder === undefined) return undefined;
  if (Array.isArray(holder)) return readItem(holder, key);
  if (typeof holder === 'string') return key === 'size' ? Array.from(holder).length : undefined;
  if (typeof holder !== 'object') return undefined;
  const name = typeof key === 'number' ? String(key) : key;
  if (typeof name !== 'string') return undefined;
  if (Object.hasOwn(holder, name)) return (holder as Record<string, unknown>)[name]; // own key, checked
  return name === 'size' ? Object.keys(holder).length : undefined;
}

function readItem(list: readonly unknown[], key: unknown): unknown {
  if (typeof key === 'number') return list.at(Math.trunc(key));
  if (key === 'size') return list.length;
  if (key === 'first') return list[0];
  return key === 'last' ? list.at(-1) : undefined;
}

/** Objects whose own keys are read by the same rule as top-level ones. */
const holders = ['data.', 'event.'];

/** `a.b.c`: a key of exactly this name, or else the path through `a` and `b` (D-522). */
export function readChain(scope: object, chain: string): unknown {
  const found = readExact(scope, chain);
  if (found !== undefined || !chain.includes('.')) return found;
  const holder = holders.find((name) => chain.startsWith(name));
  if (holder) return readChain(asObject(readExact(scope, holder.slice(0, -1))), chain.slice(holder.length));
  return chain.split('.').reduce<unknown>(readProperty, scope);
}

const readExact = (scope: object, key: string): unknown =>
  Object.hasOwn(scope, key) ? (scope as Record<string, unknown>)[key] : undefined; // own key, checked

const asObject = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});
