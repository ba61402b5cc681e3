import { ContactsDeleted } from '#features/contacts';
import { EventsRecorded } from '#features/events';
import { SourcePaused } from '#features/reputation';
import { on } from '#platform/context';
import { defineFeature } from '#platform/feature';
import { wakeCalls, workflowCalls } from './calls/calls-spool.ts';
import { deleteCallsOf } from './calls/delete-calls.ts';
import { findReleasedCalls, releaseHeldCalls } from './calls/release-calls.ts';
import * as executionRoutes from './execution-routes.ts';
import { cancelExecutionsJob } from './executions/cancel-all-executions.ts';
import { foldStarts } from './executions/fold-starts.ts';
import { forgetContacts } from './executions/forget-contacts.ts';
import { eventsRecorded, hearsEvents } from './executions/listeners.ts';
import { findReleasedExecutions, releaseHeldExecutions } from './executions/release-held.ts';
import { executionsSpool } from './executions/spool.ts';
import * as fieldRoutes from './field-routes.ts';
import * as graphRoutes from './graph-routes.ts';
import { pauseForReputation } from './pause-workflow.ts';
import { stepsSendingFrom, stepsSendingTemplate, workflowsUsingEvent, workflowsUsingField } from './references.ts';
import { findUnusedVersions, removeVersions } from './removal/remove-versions.ts';
import { removeWorkflow } from './removal/remove-workflow.ts';
import { wipeWorkflows } from './removal/wipe-workflows.ts';
import * as routes from './routes.ts';
import { workflowSchedules } from './schedules/spool.ts';
import * as simulateRoutes from './simulate/routes.ts';

export const workflows = defineFeature({
  name: 'workflows',
  routes: [fieldRoutes, routes, graphRoutes, executionRoutes, simulateRoutes].flatMap((each) => Object.values(each)),
  tasks: [releaseHeldCalls, releaseHeldExecutions, removeWorkflow, removeVersions, cancelExecutionsJob.task],
  schedules: [findReleasedCalls, findReleasedExecutions, findUnusedVersions, foldStarts],
  spools: [executionsSpool, workflowCalls, workflowSchedules],
  listeners: [
    on(EventsRecorded, eventsRecorded, { when: hearsEvents }),
    on(ContactsDeleted, forgetContacts),
    on(ContactsDeleted, deleteCallsOf),
    on(SourcePaused, pauseForReputation),
    wakeCalls,
  ],
  references: {
    field: workflowsUsingField,
    event: workflowsUsingEvent,
    template: stepsSendingTemplate,
    domain: stepsSendingFrom,
  },
  wipe: wipeWorkflows,
});
