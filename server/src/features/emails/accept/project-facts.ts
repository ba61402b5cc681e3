import type { ProjectReader } from '#platform/context';
import { domainOf } from '#pure/addresses';
import type { ProjectTracking } from '../links/tracking-of.ts';

/** What making a mail needs to know of its project. */
export interface ProjectFacts {
  readonly name: string;
  readonly handle: string;
  readonly language: string;
  readonly mode: 'test' | 'live';
  readonly tracking: ProjectTracking;
}

export const projectFacts = ({ db, projectId }: ProjectReader): Promise<ProjectFacts> =>
  db
    .selectFrom('projects')
    .select(['name', 'handle', 'language', 'mode', 'tracking'])
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();

/** Captured in the dev inbox instead of leaving; decided once, when the mail is accepted (D-670). */
export function isTestMail(
  { config }: Pick<ProjectReader, 'config'>,
  { mode }: ProjectFacts,
  fromEmail: string,
  recipient: string,
): boolean {
  const isSandbox = [fromEmail, recipient].some((address) => domainOf(address) === config.SANDBOX_DOMAIN);
  return mode === 'test' || isSandbox || config.MAIL_RELAYS.length === 0;
}
