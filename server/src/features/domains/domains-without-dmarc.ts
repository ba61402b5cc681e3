import type { ProjectReader } from '#platform/context';

/** Those of these domains from which marketing mail is refused, where the operator wants DMARC (D-705); otherwise none. */
export async function domainsWithoutDmarc(
  { db, projectId, config }: ProjectReader,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const { SANDBOX_DOMAIN, MARKETING_WITHOUT_DMARC } = config;
  if (MARKETING_WITHOUT_DMARC !== 'refuse' || names.length === 0) return new Set();
  const rows = await db
    .selectFrom('domains')
    .select('domain')
    .where('projectId', '=', projectId)
    .where('domain', 'in', names)
    .where('dmarcPolicy', 'is not', null)
    .execute();
  const allowed = new Set([...rows.map(({ domain }) => domain), SANDBOX_DOMAIN]);
  return new Set(names.filter((name) => !allowed.has(name)));
}
