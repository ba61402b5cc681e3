import { fileURLToPath } from 'node:url';
import { effectTable } from '../../../server/testing/effect-routes.ts';
import { makeProjects } from '../../instance/projects.ts';
import type { FaultRun } from '../fault-run.ts';
import { withTwoProcesses } from '../two-processes.ts';
import { clientsThatLeave } from './clients-that-leave.ts';
import { crashes } from './crashes.ts';
import { reuse } from './reuse.ts';
import type { IdempotencySetup } from './setup.ts';
import { stampede } from './stampede.ts';

const entry = fileURLToPath(new URL('./api-with-test-route.ts', import.meta.url));

/** One key, whatever happens to the request: at most one effect, and the key reports it correctly. */
export const idempotencyFaults: FaultRun = (options) =>
  withTwoProcesses({ entry, schema: effectTable }, async (run) => {
    const projects = await makeProjects(run.client, 40);
    const setup: IdempotencySetup = {
      ...run,
      ...options,
      newProject() {
        const project = projects.pop();
        if (!project) throw new Error('no project is left');
        return project;
      },
      async effects(project) {
        const { rows } = await run.client.query<{ count: number }>(
          'select count(*)::int as count from test_effects where project_id = $1',
          [project.id],
        );
        return rows[0]?.count ?? 0;
      },
    };
    await stampede(setup);
    await reuse(setup);
    await clientsThatLeave(setup);
    await crashes(setup);
  });
