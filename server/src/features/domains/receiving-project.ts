import type { InstanceContext, ProjectId, ProjectReader } from '#platform/context';
import { readId } from '#platform/ids';
import { recordsWithFindings } from './domain.ts';
import { expectedRecords } from './expected-records.ts';
import { findDomainByName } from './queries.ts';

/** The project that receives mail to a domain: it has the domain verified, and the INBOUND record points here. */
export async function findReceivingProject(ctx: InstanceContext, domain: string): Promise<ProjectId | null> {
  const projectId = await findProjectOfDomain(ctx, domain);
  if (!projectId) return null;
  const isActive = await ctx.inProject(projectId).read((reader) => receivesMail(reader, domain));
  return isActive ? projectId : null;
}

/** The project that has a domain verified. */
export async function findProjectOfDomain(ctx: InstanceContext, domain: string): Promise<ProjectId | null> {
  const [row] = await ctx.dispatch<{ project_id: string }>('project_of_domain', [domain]);
  return row ? readId<'project'>(row.project_id) : null;
}

/** Whether mail to a domain of this project comes to us: it is verified, and its INBOUND record was found. */
async function receivesMail(reader: ProjectReader, name: string): Promise<boolean> {
  const domain = await findDomainByName(reader, name);
  if (domain?.status !== 'verified') return false;
  const records = recordsWithFindings(expectedRecords(reader.config, domain), domain.findings);
  return records.some(({ purpose, status }) => purpose === 'INBOUND' && status === 'verified');
}
