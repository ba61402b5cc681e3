import type { Route, RouteGroup } from '#platform/http';
import { features } from './features.ts';

/** What the contract says about the routes of each feature, under its name. */
const descriptions: Readonly<Record<string, string>> = {
  accounts: 'People and how they sign in.',
  'address-checks': 'Whether mail can reach an address.',
  billing: 'Limits, consumption and payments.',
  campaigns: 'One text, sent once to an audience.',
  contacts: 'The people a project writes to, their fields, imports and bulk changes.',
  domains: 'The domains a project sends from.',
  emails: 'Sending, the record of every mail, suppressions, the dev inbox and tracked links.',
  events: 'What happened to contacts.',
  history: 'What happened to one contact, and why a mail did or did not reach it.',
  jobs: 'Imports, bulk changes and other long runs.',
  projects: 'Projects, their keys, settings and teams.',
  'recipient-pages': 'The pages behind the links of a mail.',
  reports: 'Activity, analytics and the live stream.',
  reputation: 'How the mail of a project is received, and what is paused.',
  'request-log': 'Calls of the API, and who uses the keys.',
  segments: 'Groups of contacts, by a condition or by hand.',
  'ses-notices': 'Notices of Amazon SES.',
  templates: 'Texts that a project keeps for its mail, and previews.',
  uploads: 'Images for mails.',
  webhooks: 'Notifications of events to endpoints of the customer.',
  workflows: 'Graphs of steps that contacts run through.',
};

/** The groups of the contract: the instance itself, then each feature that has routes. */
export function routeGroups(instance: readonly Route[]): RouteGroup[] {
  const groups = features.flatMap(({ name, routes = [] }) => {
    if (routes.length === 0) return [];
    const description = descriptions[name];
    if (description === undefined) throw new Error(`route-groups.ts has no description of ${name}`);
    return [{ name, description, routes }];
  });
  return [
    {
      name: 'instance',
      description: 'The instance itself. All but `/doctor` and `/mcp` are open to everyone.',
      routes: instance,
    },
    ...groups,
  ];
}
