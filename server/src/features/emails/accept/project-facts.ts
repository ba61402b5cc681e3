import { CompiledQuery } from 'kysely';
import type { ProjectReader } from '#platform/context';
import { domainOf } from '#pure/addresses';
import type { ProjectTracking } from '../links/tracking-of.ts';

/** The columns of a project that are needed to prepare a mail. */
export interface ProjectFacts {
  readonly name: string;
  readonly handle: string;
  readonly language: string;
  readonly mode: 'test' | 'live';
  readonly tracking: ProjectTracking;
  /** Its mail leaves by a provider of its own. */
  readonly hasOwnProvider: boolean;
}

export async function loadProjectFacts({ db, projectId }: ProjectReader): Promise<ProjectFacts> {
  const { rows } = await db.getExecutor().executeQuery<ProjectFacts>(CompiledQuery.raw(statement, [projectId]));
  const [facts] = rows;
  if (!facts) throw new Error('a project that sends mail is gone');
  return facts;
}

const statement = `
  select p.name, p.handle, p.language, p.mode, p.tracking,
         exists (select from own_providers o where o.project_id = p.id) as "hasOwnProvider"
    from projects p where p.id = $1`;

/** Whether the mail is captured in the dev inbox instead of sent; decided once, when it is accepted (D-670). */
export function isTestMail(
  { config }: Pick<ProjectReader, 'config'>,
  { mode, hasOwnProvider }: ProjectFacts,
  fromEmail: string,
  recipient: string,
): boolean {
  const isSandbox = [fromEmail, recipient].some((address) => domainOf(address) === config.SANDBOX_DOMAIN);
  return mode === 'test' || isSandbox || (config.MAIL_RELAYS.length === 0 && !hasOwnProvider);
}
