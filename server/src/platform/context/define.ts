import type { EventDefinition, Hearing } from '#platform/events';
import { hear as hearAny } from '#platform/events';
import type { Schedule } from '#platform/queue';
import { makeTask } from '#platform/queue';
import type { InstanceContext, ProjectContext, ProjectTx } from './context.ts';

/** Background work inside one project. Every task may run twice: its second run must be harmless. */
export const defineTask = makeTask<ProjectContext>('project');

/** Background work without a project, such as account mail. */
export const defineInstanceTask = makeTask<InstanceContext>('instance');

export const hear = <News>(
  event: EventDefinition<News>,
  run: (tx: ProjectTx, news: readonly News[]) => Promise<void>,
): Hearing<ProjectTx, News> => hearAny(event, run);

/** A schedule at most once per period over all workers. `minutes` divides an hour. */
export const every = (
  period: { minutes: number },
  name: string,
  run: (ctx: InstanceContext) => Promise<void>,
): Schedule<InstanceContext> => ({ name, cron: `*/${period.minutes} * * * *`, run });
