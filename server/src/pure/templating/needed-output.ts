import type { VariableName } from './read-value.ts';
import { builtInNames } from './scope.ts';

/**
 * An output without `??` and `default` that no `if`, `unless` or `case` around it tests (D-834): a mail whose values lack its path
 * has a gap there.
 */
export interface NeededOutput {
  /** The index of its braces in the source. */
  readonly at: number;
  /** The same for every way to write the path, and how authors know it: `first name` for `data["first name"]`. */
  readonly path: string;
  readonly chain: string;
  readonly keys: VariableName['keys'];
}

/** One text for all ways to write a path: `a.b`, `data.a.b`, `data["a"].b` and `a["b"]` are the same. */
export function pathOf({ chain, rest, keys }: VariableName): string {
  const whole = keys ? [chain, ...keys].join('.') : chain + rest;
  if (!whole.startsWith(prefix)) return whole;
  const short = whole.slice(prefix.length);
  const [root = ''] = short.split('.', 1);
  // Why: `email` is the contact's address, `data.email` a field of that name; `locale` has a default, `data.locale` has none.
  return builtInNames.has(root) || root === 'locale' ? whole : short;
}

const prefix = 'data.';
