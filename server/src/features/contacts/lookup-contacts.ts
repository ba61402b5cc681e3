import { sql } from 'kysely';
import type { ProjectContext, ProjectReader } from '#platform/context';
import { normaliseAddress } from '#pure/addresses';

export interface ContactLookup {
  found: string[];
  notFound: string[];
}

/** Which of these addresses are contacts. Strings are returned as sent, each once; a malformed one is not found (D-218). */
export async function lookupContacts(ctx: ProjectContext, emails: readonly string[]): Promise<ContactLookup> {
  const sent = [...new Set(emails)];
  const normalised = new Map(sent.map((email) => [email, normaliseAddress(email)]));
  const addresses = [...new Set(normalised.values())].filter((email) => email !== null);
  const known = await ctx.read((reader) => findStoredEmails(reader, addresses));
  const isKnown = (email: string): boolean => known.has(normalised.get(email) ?? null);
  return { found: sent.filter(isKnown), notFound: sent.filter((email) => !isKnown(email)) };
}

/** Why one look-up for each: see `lock-contacts.ts`. */
async function findStoredEmails(
  { db, projectId }: ProjectReader,
  emails: readonly string[],
): Promise<Set<string | null>> {
  const { rows } = await sql<{ email: string }>`
    select c.email from unnest(${emails}::text[]) requested (email) cross join lateral (
      select email from contacts where project_id = ${projectId} and email = requested.email limit 1) c`.execute(db);
  return new Set(rows.map((row) => row.email));
}
