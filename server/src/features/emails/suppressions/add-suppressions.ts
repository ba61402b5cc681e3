import type { ProjectContext } from '#platform/context';
import { domainOf, normaliseAddress } from '#pure/addresses';
import { insertSuppressions } from './insert-suppressions.ts';

export interface SuppressionInput {
  readonly emails: readonly string[];
  readonly blocks: 'ALL' | 'MARKETING';
  readonly note: string | null;
}

export interface AddSuppressionsResult {
  readonly added: number;
  readonly existing: number;
  /** As given by the caller: not addresses, or sandbox addresses, which are never listed. */
  readonly invalid: readonly string[];
}

/** Puts addresses on the list by hand. The gate sees them from the commit on (D-641). */
export async function addSuppressions(
  ctx: ProjectContext,
  { emails, blocks, note }: SuppressionInput,
): Promise<AddSuppressionsResult> {
  const read = emails.map((given) => ({ given, email: normaliseAddress(given) }));
  const isListed = (email: string | null): email is string =>
    email !== null && domainOf(email) !== ctx.config.SANDBOX_DOMAIN;
  const addresses = [...new Set(read.map(({ email }) => email).filter(isListed))];
  const invalid = read.filter(({ email }) => !isListed(email)).map(({ given }) => given);
  const added = await ctx.transaction((tx) => insertSuppressions(tx, addresses, { reason: 'MANUAL', blocks, note }));
  return { added, existing: addresses.length - added, invalid };
}
