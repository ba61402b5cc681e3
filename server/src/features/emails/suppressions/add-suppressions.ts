import type { ProjectContext } from '#platform/context';
import { domainOf, normaliseAddress } from '#pure/addresses';
import { listAddresses } from './list-addresses.ts';

export interface Wanted {
  readonly emails: readonly string[];
  readonly blocks: 'ALL' | 'MARKETING';
  readonly note: string | null;
}

export interface Added {
  readonly added: number;
  readonly existing: number;
  /** As given: no addresses, or addresses of the sandbox, which are never listed. */
  readonly invalid: readonly string[];
}

/** Puts addresses on the list by hand. The gate sees them from the commit on (D-641). */
export async function addSuppressions(ctx: ProjectContext, { emails, blocks, note }: Wanted): Promise<Added> {
  const read = emails.map((given) => ({ given, email: normaliseAddress(given) }));
  const isListed = (email: string | null): email is string =>
    email !== null && domainOf(email) !== ctx.config.SANDBOX_DOMAIN;
  const wanted = [...new Set(read.map(({ email }) => email).filter(isListed))];
  const invalid = read.filter(({ email }) => !isListed(email)).map(({ given }) => given);
  const added = await ctx.transaction((tx) => listAddresses(tx, wanted, { reason: 'MANUAL', blocks, note }));
  return { added, existing: wanted.length - added, invalid };
}
