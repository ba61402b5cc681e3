import type { InstanceContext, ProjectId } from '#platform/context';
import { readId } from '#platform/ids';
import { receivesMail } from './receives-mail.ts';

/** The project that takes mail to a domain: it has the domain verified, and the INBOUND record leads here. */
export async function receivingProject(ctx: InstanceContext, domain: string): Promise<ProjectId | null> {
  const projectId = await projectOfDomain(ctx, domain);
  if (!projectId) return null;
  const isActive = await ctx.inProject(projectId).read((reader) => receivesMail(reader, domain));
  return isActive ? projectId : null;
}

/** The project that has a domain verified. */
export async function projectOfDomain(ctx: InstanceContext, domain: string): Promise<ProjectId | null> {
  const [row] = await ctx.dispatch<{ project_id: string }>('project_of_domain', [domain]);
  return row ? readId<'project'>(row.project_id) : null;
}
