import { eraseData } from '../../../src/features/projects/erase-data.ts';
import { runWaitingTasks } from '../../../src/platform/queue/index.ts';
import { until } from '../../until.ts';
import type { ProjectFixture } from '../project-fixture.ts';

/** How long a request that is not refused may take to set the mark. */
const seconds = 20;

/** The request for a reset, which waits for its task: the instances of these tests have no worker, so this works on it. */
export async function resetRequest({ app, project }: ProjectFixture): Promise<{ params: { id: string } }> {
  const { services, contexts } = app.app;
  const { queue, log, database } = services;
  const marked = 'select from projects where id = $1 and wipe_began_at is not null';
  until(async () => (await database.pool.query(marked, [project.id])).rowCount === 1, { seconds })
    .then((isMarked) => (isMarked ? runWaitingTasks(queue, [eraseData], contexts, log) : undefined))
    .catch(() => {}); // the instance was closed
  return { params: { id: project.id } };
}
