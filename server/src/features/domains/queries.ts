import type { ProjectId, ProjectReader } from '#platform/context';
import type { Domain, DomainId, RecordFinding } from './domain.ts';

const domains = ({ db, projectId }: ProjectReader) =>
  db
    .selectFrom('domains as d')
    .innerJoin('domainKeys as k', (join) =>
      join.onRef('k.projectId', '=', 'd.projectId').onRef('k.domainId', '=', 'd.id'),
    )
    .innerJoin('domainChecks as c', (join) => join.onRef('c.projectId', '=', 'd.projectId').onRef('c.id', '=', 'd.id'))
    .leftJoin('ownershipTokens as o', (join) =>
      join.onRef('o.projectId', '=', 'd.projectId').onRef('o.domain', '=', 'd.domain'),
    )
    .leftJoin('domainIdentities as i', (join) =>
      join.onRef('i.projectId', '=', 'd.projectId').onRef('i.domainId', '=', 'd.id'),
    )
    .select(['i.region', 'i.tokens', 'i.zone', 'i.isConfirmed', 'i.hasFailed', 'i.isLeading', 'i.askedAt'])
    .select(['d.id', 'd.projectId', 'd.domain', 'd.status', 'd.verifiedAt', 'd.atRiskSince', 'd.atRiskMailedAt'])
    .select(['d.isClaimed', 'd.spfProblem', 'd.dmarcPolicy', 'd.findings', 'd.revision', 'd.createdAt', 'd.updatedAt'])
    .select(['k.selector', 'k.publicKey', 'o.token as ownershipToken', 'c.checkedAt', 'c.dueAt'])
    .where('d.projectId', '=', projectId);

type DomainRow = Awaited<ReturnType<ReturnType<typeof domains>['executeTakeFirstOrThrow']>>;

export async function findDomain(reader: ProjectReader, id: DomainId): Promise<Domain | null> {
  const row = await domains(reader).where('d.id', '=', id).executeTakeFirst();
  return row ? toDomain(row) : null;
}

export async function findDomainByName(reader: ProjectReader, domain: string): Promise<Domain | null> {
  const row = await domains(reader).where('d.domain', '=', domain).executeTakeFirst();
  return row ? toDomain(row) : null;
}

/** Every domain of the project, oldest first; a project has at most 50. */
export async function listDomains(reader: ProjectReader): Promise<Domain[]> {
  return (await domains(reader).orderBy('d.createdAt').orderBy('d.id').execute()).map(toDomain);
}

/** The names alone, of every domain of the project. */
export async function listDomainNames({ db, projectId }: ProjectReader): Promise<string[]> {
  const rows = await db.selectFrom('domains').select('domain').where('projectId', '=', projectId).execute();
  return rows.map(({ domain }) => domain);
}

const toDomain = ({ selector, publicKey, checkedAt, dueAt, region, tokens, zone, ...row }: DomainRow): Domain => {
  const { isConfirmed, hasFailed, isLeading, askedAt, ...own } = row;
  const isKnown = region !== null && tokens !== null && zone !== null && askedAt !== null;
  return {
    ...own,
    id: row.id as DomainId, // a row of the domains table
    projectId: row.projectId as ProjectId, // the reader's own
    findings: row.findings as RecordFinding[], // only steps write them
    key: { selector, publicKey },
    identity: isKnown
      ? {
          region,
          tokens,
          zone,
          askedAt,
          isConfirmed: isConfirmed === true,
          hasFailed: hasFailed === true,
          isLeading: isLeading === true,
        }
      : null,
    lastCheckedAt: checkedAt,
    nextCheckAt: dueAt,
  };
};
