import type { ProjectReader } from '#platform/context';

/** Those of these domains that the project may send from now, the sandbox domain included. */
export async function verifiedDomainsOf(
  { db, projectId, config }: ProjectReader,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  const rows = await db
    .selectFrom('domains')
    .select('domain')
    .where('projectId', '=', projectId)
    .where('domain', 'in', names)
    .where('status', '=', 'verified')
    .execute();
  return new Set([...rows.map(({ domain }) => domain), config.SANDBOX_DOMAIN]);
}
