import type { ProjectTx } from '#platform/context';
import { defineFeature } from '#platform/feature';
import * as fieldRoutes from './field-routes.ts';
import * as graphRoutes from './graph-routes.ts';
import { stepsSendingFrom, stepsSendingTemplate, workflowsUsingEvent, workflowsUsingField } from './references.ts';
import * as routes from './routes.ts';

export const workflows = defineFeature({
  name: 'workflows',
  routes: [fieldRoutes, routes, graphRoutes].flatMap((each) => Object.values(each)),
  references: {
    field: workflowsUsingField,
    event: workflowsUsingEvent,
    template: stepsSendingTemplate,
    domain: stepsSendingFrom,
  },
  wipe: wipeWorkflows,
});

/** Steps and transitions are deleted with their workflow. All at once: a project has few. */
async function wipeWorkflows(tx: ProjectTx): Promise<boolean> {
  await tx.db.deleteFrom('workflows').where('projectId', '=', tx.projectId).execute();
  return false;
}
