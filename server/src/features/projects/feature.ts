import { defineFeature } from '#platform/feature';
import * as accountRoutes from './account-routes.ts';
import { eraseLeftProjects, eraseProject } from './erase-project.ts';
import * as routes from './routes.ts';
import { sendInvitation } from './send-invitation.ts';
import * as teamRoutes from './team-routes.ts';

export const projects = defineFeature({
  name: 'projects',
  routes: [...Object.values(accountRoutes), ...Object.values(routes), ...Object.values(teamRoutes)],
  tasks: [sendInvitation, eraseProject],
  schedules: [eraseLeftProjects],
});
