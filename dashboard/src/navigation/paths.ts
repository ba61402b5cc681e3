type Search = Readonly<Record<string, string | number | undefined>>;

function withSearch(path: string, search: Search = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) if (value !== undefined) parameters.set(name, String(value));
  const query = parameters.toString();
  return query ? `${path}?${query}` : path;
}

const part = encodeURIComponent;
const page =
  (path: string) =>
  (project: string, search?: Search): string =>
    withSearch(`/app/${part(project)}${path}`, search);
const item =
  (folder: string, rest = '') =>
  (project: string, id: string, search?: Search): string =>
    withSearch(`/app/${part(project)}/${folder}/${part(id)}${rest}`, search);

/** The address of every page. Plain links to them are followed without loading the page anew. */
export const paths = {
  login: (search?: Search) => withSearch('/app/login', search),
  signup: '/app/signup',
  reset: '/app/reset',
  projects: '/app/projects',
  account: '/app/account',
  home: page(''),
  emails: page('/emails'),
  email: item('emails'),
  campaigns: page('/campaigns'),
  campaign: item('campaigns'),
  composer: item('campaigns', '/edit'),
  workflows: page('/workflows'),
  workflow: item('workflows'),
  executions: item('workflows', '/executions'),
  execution: (project: string, workflow: string, id: string) =>
    `/app/${part(project)}/workflows/${part(workflow)}/executions/${part(id)}`,
  templates: page('/templates'),
  template: item('templates'),
  contacts: page('/contacts'),
  contact: item('contacts'),
  fields: page('/contacts/fields'),
  import: page('/contacts/import'),
  importJob: item('contacts/import'),
  segments: page('/segments'),
  segment: item('segments'),
  events: page('/events'),
  event: item('events'),
  activity: page('/activity'),
  analytics: item('analytics'),
  domains: page('/domains'),
  domain: item('domains'),
  keys: page('/keys'),
  webhooks: page('/webhooks'),
  webhook: item('webhooks'),
  logs: page('/logs'),
  log: item('logs'),
  inbox: page('/inbox'),
  inboxMail: item('inbox'),
  settings: item('settings'),
} as const;
