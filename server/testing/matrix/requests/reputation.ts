import { randomUUIDv7 } from 'node:crypto';
import type { ProjectFixture } from '../project-fixture.ts';
import type { Requests } from '../request.ts';

const here = async ({ project }: ProjectFixture) => ({ params: { id: project.id } });

/** Makes the owner an administrator of the instance. */
async function byAdministrator({ app, project }: ProjectFixture): Promise<{ params: { id: string } }> {
  const { pool } = app.app.services.database;
  await pool.query('update users set is_instance_admin = true where id = $1', [project.owner.id]);
  return { params: { id: project.id } };
}

export const reputationRequests: Requests = {
  'GET /projects/:id/security': here,
  'GET /users/@me/projects/:id/security': here,

  /** A pause that is not lifted yet. */
  async 'POST /projects/:id/resume'({ app, project }) {
    const { pool } = app.app.services.database;
    await pool.query('delete from reputation_suspensions where project_id = $1', [project.id]);
    await pool.query(
      `insert into reputation_suspensions (project_id, id, scope, cause, value, threshold, started_at)
       values ($1, $2, 'MARKETING', 'BOUNCE_RATE', 5.5, 5, now())`,
      [project.id, randomUUIDv7()],
    );
    await pool.query('update projects set marketing_paused_at = now() where id = $1', [project.id]);
    return { params: { id: project.id }, body: { scope: 'MARKETING', acknowledge: true } };
  },

  async 'POST /projects/:id/disable'(fixture) {
    return { ...(await byAdministrator(fixture)), body: { reason: 'MANUAL' } };
  },
  'POST /projects/:id/enable': byAdministrator,
};
