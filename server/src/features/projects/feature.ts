import { defineFeature } from '#platform/feature';
import * as accountRoutes from './account-routes.ts';
import { eraseData, resetLeftProjects } from './erase-data.ts';
import { eraseLeftProjects, eraseProject } from './erase-project.ts';
import * as routes from './routes.ts';
import { sealWebhookSecrets } from './seal-webhook-secrets.ts';
import { sendInvitation } from './send-invitation.ts';
import * as teamRoutes from './team-routes.ts';
import * as webhookSecretRoutes from './webhook-secret-routes.ts';

export const projects = defineFeature({
  name: 'projects',
  routes: [accountRoutes, routes, webhookSecretRoutes, teamRoutes].flatMap((each) => Object.values(each)),
  tasks: [sendInvitation, eraseProject, eraseData],
  schedules: [eraseLeftProjects, resetLeftProjects],
  sealed: [{ name: 'webhook secrets of projects', rotate: sealWebhookSecrets }],
});
