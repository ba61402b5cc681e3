import type { ProjectContext } from '#platform/context';
import { normaliseAddress } from '#pure/addresses';

export interface Lookup {
  found: string[];
  notFound: string[];
}

/** Which of these addresses are contacts. Strings come back as sent, each once; a malformed one is not found (D-218). */
export async function lookupContacts(ctx: ProjectContext, emails: readonly string[]): Promise<Lookup> {
  const sent = [...new Set(emails)];
  const normalised = new Map(sent.map((email) => [email, normaliseAddress(email)]));
  const wanted = [...new Set(normalised.values())].filter((email) => email !== null);
  const rows = await ctx.read(({ db, projectId }) =>
    db
      .selectFrom('contacts')
      .select('email')
      .where('projectId', '=', projectId)
      .where((where) => where('email', '=', where.fn.any(where.val(wanted))))
      .execute(),
  );
  const known = new Set<string | null>(rows.map((row) => row.email));
  const isKnown = (email: string): boolean => known.has(normalised.get(email) ?? null);
  return { found: sent.filter(isKnown), notFound: sent.filter((email) => !isKnown(email)) };
}
