import { sql } from 'kysely';
import { EmailVerificationRequired, needsVerification, requireUser, type User } from '#features/accounts';
import type { InstanceTx } from '#platform/context';
import { ProjectNotFound, type SessionCall } from '#platform/identity';
import { createProject, type NewProject } from './create-project.ts';
import type { Project } from './project.ts';
import type { ProjectKeys } from './project-keys.ts';
import { findProject } from './queries.ts';
import { ProjectLimitReached } from './refusals.ts';

/** One more project for the signed-in person, who becomes its owner. */
export function addProject(call: SessionCall, given: NewProject): Promise<{ project: Project; keys: ProjectKeys }> {
  return call.transaction(async (tx) => {
    await checkMayCreate(tx, call, await requireUser(tx, call.userId));
    const { id, keys } = await createProject(tx, call.config, call.userId, given);
    const project = await findProject(tx, id, call.userId);
    if (!project) throw ProjectNotFound(id);
    return { project, keys };
  });
}

/** Refuses a person who owns enough projects, or a second one to a person whose address is not verified (D-1105). */
async function checkMayCreate(tx: InstanceTx, call: SessionCall, user: User): Promise<void> {
  const { MAX_PROJECTS_PER_USER: limit } = call.config;
  // Why: locked, so that two requests at once cannot both pass the limit.
  await sql`select 1 from users where id = ${user.id} for no key update`.execute(tx.db);
  const { owned } = await tx.db
    .selectFrom('memberships')
    .select(({ fn }) => fn.countAll<string>().as('owned'))
    .where('userId', '=', user.id)
    .where('role', '=', 'OWNER')
    .executeTakeFirstOrThrow();
  if (Number(owned) >= 1 && needsVerification(user, call.mail)) throw EmailVerificationRequired();
  if (Number(owned) >= limit) throw ProjectLimitReached(limit);
}
