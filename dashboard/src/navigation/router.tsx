import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouteComponent,
} from '@tanstack/react-router';
import { EntryScreen } from '../screens/accounts/entry-screen.tsx';
import { NotFoundScreen } from '../screens/accounts/not-found-screen.tsx';
import { ProjectFrame } from '../shell/project-frame.tsx';

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundScreen });

const outside = <const Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => root, path, component });

const outsideRoutes = [
  outside('/', EntryScreen),
  outside(
    '/start',
    lazyRouteComponent(() => import('../screens/accounts/start-screen.tsx'), 'StartScreen'),
  ),
  outside(
    '/login',
    lazyRouteComponent(() => import('../screens/accounts/login-screen.tsx'), 'LoginScreen'),
  ),
  outside(
    '/signup',
    lazyRouteComponent(() => import('../screens/accounts/signup-screen.tsx'), 'SignupScreen'),
  ),
  outside(
    '/invite/$token',
    lazyRouteComponent(() => import('../screens/accounts/invitation-screen.tsx'), 'InvitationScreen'),
  ),
  outside(
    '/verify-email',
    lazyRouteComponent(() => import('../screens/accounts/verify-email-screen.tsx'), 'VerifyEmailScreen'),
  ),
  outside(
    '/reset',
    lazyRouteComponent(() => import('../screens/accounts/reset-screen.tsx'), 'ResetScreen'),
  ),
  outside(
    '/projects',
    lazyRouteComponent(() => import('../screens/accounts/projects-screen.tsx'), 'ProjectsScreen'),
  ),
  outside(
    '/account',
    lazyRouteComponent(() => import('../screens/accounts/account-screen.tsx'), 'AccountScreen'),
  ),
] as const;

const project = createRoute({ getParentRoute: () => root, path: '/$project', component: ProjectFrame });

const inside = <const Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => project, path, component });

const home = lazyRouteComponent(() => import('../screens/home/home-screen.tsx'), 'HomeScreen');
const emails = lazyRouteComponent(() => import('../screens/emails/emails-screen.tsx'), 'EmailsScreen');
const email = lazyRouteComponent(() => import('../screens/emails/email-screen.tsx'), 'EmailScreen');
const campaigns = lazyRouteComponent(() => import('../screens/campaigns/campaigns-screen.tsx'), 'CampaignsScreen');
const composer = lazyRouteComponent(() => import('../screens/campaigns/composer-screen.tsx'), 'ComposerScreen');
const campaign = lazyRouteComponent(() => import('../screens/campaigns/campaign-screen.tsx'), 'CampaignScreen');
const workflows = lazyRouteComponent(() => import('../screens/workflows/workflows-screen.tsx'), 'WorkflowsScreen');
const workflow = lazyRouteComponent(() => import('../screens/workflows/workflow-screen.tsx'), 'WorkflowScreen');
const executions = lazyRouteComponent(() => import('../screens/workflows/executions-screen.tsx'), 'ExecutionsScreen');
const execution = lazyRouteComponent(() => import('../screens/workflows/execution-screen.tsx'), 'ExecutionScreen');
const templates = lazyRouteComponent(() => import('../screens/templates/templates-screen.tsx'), 'TemplatesScreen');
const template = lazyRouteComponent(() => import('../screens/templates/template-screen.tsx'), 'TemplateScreen');
const contacts = lazyRouteComponent(() => import('../screens/contacts/contacts-screen.tsx'), 'ContactsScreen');
const contact = lazyRouteComponent(() => import('../screens/contacts/contact-screen.tsx'), 'ContactScreen');
const fields = lazyRouteComponent(() => import('../screens/contacts/fields-screen.tsx'), 'FieldsScreen');
const imports = lazyRouteComponent(() => import('../screens/contacts/import-screen.tsx'), 'ImportScreen');
const segments = lazyRouteComponent(() => import('../screens/segments/segments-screen.tsx'), 'SegmentsScreen');
const segment = lazyRouteComponent(() => import('../screens/segments/segment-screen.tsx'), 'SegmentScreen');
const events = lazyRouteComponent(() => import('../screens/events/events-screen.tsx'), 'EventsScreen');
const activity = lazyRouteComponent(() => import('../screens/activity/activity-screen.tsx'), 'ActivityScreen');
const analytics = lazyRouteComponent(() => import('../screens/analytics/analytics-screen.tsx'), 'AnalyticsScreen');
const domains = lazyRouteComponent(() => import('../screens/domains/domains-screen.tsx'), 'DomainsScreen');
const domain = lazyRouteComponent(() => import('../screens/domains/domain-screen.tsx'), 'DomainScreen');
const keys = lazyRouteComponent(() => import('../screens/keys/keys-screen.tsx'), 'KeysScreen');
const webhooks = lazyRouteComponent(() => import('../screens/webhooks/webhooks-screen.tsx'), 'WebhooksScreen');
const webhook = lazyRouteComponent(() => import('../screens/webhooks/webhook-screen.tsx'), 'WebhookScreen');
const logs = lazyRouteComponent(() => import('../screens/logs/logs-screen.tsx'), 'LogsScreen');
const inbox = lazyRouteComponent(() => import('../screens/inbox/inbox-screen.tsx'), 'InboxScreen');
const settings = lazyRouteComponent(() => import('../screens/settings/settings-screen.tsx'), 'SettingsScreen');

const projectRoutes = [
  inside('/', home),
  inside('/emails', emails),
  inside('/emails/$emailId', email),
  inside('/campaigns', campaigns),
  inside('/campaigns/$campaignId', campaign),
  inside('/campaigns/$campaignId/edit', composer),
  inside('/workflows', workflows),
  inside('/workflows/$workflowId', workflow),
  inside('/workflows/$workflowId/executions', executions),
  inside('/workflows/$workflowId/executions/$executionId', execution),
  inside('/templates', templates),
  inside('/templates/$templateId', template),
  inside('/contacts', contacts),
  inside('/contacts/fields', fields),
  inside('/contacts/import', imports),
  inside('/contacts/import/$jobId', imports),
  inside('/contacts/$contactId', contact),
  inside('/segments', segments),
  inside('/segments/$segmentId', segment),
  inside('/events', events),
  inside('/events/$eventName', events),
  inside('/activity', activity),
  inside('/analytics/$tab', analytics),
  inside('/domains', domains),
  inside('/domains/$domainId', domain),
  inside('/keys', keys),
  inside('/webhooks', webhooks),
  inside('/webhooks/$webhookId', webhook),
  // Why one route: the list stays as it is when a call is opened beside it.
  inside('/logs/{-$requestId}', logs),
  inside('/inbox', inbox),
  inside('/inbox/$emailId', inbox),
  inside('/settings/$tab', settings),
] as const;

export const router = createRouter({
  routeTree: root.addChildren([...outsideRoutes, project.addChildren(projectRoutes)]),
  basepath: '/app',
  // Why: values stay the texts they are in the URL; each screen validates its own.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(search as Record<string, string>).toString(); // parseSearch made it, or a screen
    return text ? `?${text}` : '';
  },
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
