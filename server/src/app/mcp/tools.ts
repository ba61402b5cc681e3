import { z } from 'zod';
import { mcpMaySend } from '#features/projects';
import { callRoute, type Route } from '#platform/http';
import type { ProjectCall } from '#platform/identity';
import { limits } from '#pure/limits';

/** What an agent can do. Its arguments are those of the endpoint behind it. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { readonly type: 'object'; readonly [key: string]: unknown };
  readonly isReading: boolean;
  run(call: ProjectCall, given: Readonly<Record<string, unknown>>): Promise<unknown>;
}

/**
 * Endpoints that agents may read (D-1070). Chosen by hand: nothing about keys, payments, the team, or the bodies of logged calls, and few
 * enough for a model to choose from.
 */
export const readable = {
  list_contacts: '/contacts',
  read_contact: '/contacts/:id',
  read_contact_timeline: '/contacts/:id/timeline',
  explain_contact_mail: '/contacts/:id/why',
  list_contact_fields: '/contacts/fields',
  list_segments: '/segments',
  list_segment_contacts: '/segments/:id/contacts',
  list_templates: '/templates',
  read_template: '/templates/:id',
  list_emails: '/emails',
  read_email: '/emails/:id',
  list_suppressions: '/suppressions',
  list_domains: '/domains/project/:projectId',
  list_campaigns: '/campaigns',
  read_campaign: '/campaigns/:id',
  read_campaign_stats: '/campaigns/:id/stats',
  list_workflows: '/workflows',
  read_workflow: '/workflows/:id',
  list_events: '/events',
  list_event_names: '/events/names',
  read_activity: '/activity',
  read_upcoming: '/activity/upcoming',
  read_timeseries: '/analytics/timeseries',
  read_deliverability: '/analytics/deliverability',
  list_logs: '/logs',
} as const;

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: object;
}

type Paths = Readonly<
  Record<string, { get: { summary: string; description?: string; parameters?: readonly Parameter[] } }>
>;

/** The tools of a project: those that read, and sending where the project allows it. */
export async function toolsFor(call: ProjectCall, known: KnownTools): Promise<readonly Tool[]> {
  return (await mcpMaySend(call)) ? [...known.reading, known.sending] : known.reading;
}

export interface KnownTools {
  readonly reading: readonly Tool[];
  readonly sending: Tool;
}

/** Made from the contract, so that a tool takes what its endpoint takes. */
export function makeTools(routes: readonly Route[], document: object): KnownTools {
  const { paths } = document as { paths: Paths }; // the form of our own document
  const routeOf = (method: string, path: string): Route => {
    const route = routes.find((one) => one.method === method && one.path === path);
    if (!route) throw new Error(`there is no ${method} ${path} for a tool`);
    return route;
  };
  const reading = Object.entries(readable).map(([name, path]) => readingTool(name, routeOf('GET', path), paths));
  return { reading, sending: sendingTool(routeOf('POST', '/v1/send')) };
}

function readingTool(name: string, route: Route, paths: Paths): Tool {
  const operation = paths[route.path.replace(/:(\w+)/g, '{$1}')]?.get;
  if (!operation) throw new Error(`the contract does not describe ${route.path}`);
  const parameters = (operation.parameters ?? []).filter((one) => one.name !== route.projectParam);
  const namesOf = (place: string): string[] => parameters.filter((one) => one.in === place).map((one) => one.name);
  return {
    name,
    description: [operation.summary, operation.description].filter(Boolean).join('. '),
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(parameters.map((one) => [one.name, one.schema])),
      required: parameters.filter((one) => one.required).map((one) => one.name),
      additionalProperties: false,
    },
    isReading: true,
    run: (call, given) =>
      callRoute(route, call, {
        params: {
          ...texts(given, namesOf('path')),
          ...(route.projectParam ? { [route.projectParam]: call.projectId } : {}),
        },
        query: texts(given, namesOf('query')),
        body: {},
      }),
  };
}

/** As they would stand in a URL; what is absent or empty is left out. */
const texts = (given: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = given[name];
      const isText = ['string', 'number', 'boolean'].includes(typeof value) && value !== '';
      return isText ? [[name, String(value)]] : [];
    }),
  );

const SendInput = z.strictObject({
  to: z.string().describe('One address. Several need a campaign, which a person starts.'),
  from: z.string().optional().describe('An address of a verified domain; of the template if not given.'),
  subject: z.string().optional(),
  body: z.string().optional().describe('HTML; Liquid is rendered with `data`.'),
  template: z.string().optional().describe('The id of a template, instead of subject and body.'),
  data: z.record(z.string(), z.unknown()).optional(),
  idempotencyKey: z
    .string()
    .max(limits.idempotencyKeyCharacters)
    .optional()
    .describe('The same key never sends twice. Give one, and repeat it after an error without an answer.'),
});

const sendingTool = (route: Route): Tool => ({
  name: 'send_email',
  description: 'Send one mail to one person, through the same checks as POST /v1/send.',
  inputSchema: z.toJSONSchema(SendInput) as Tool['inputSchema'], // the schema of an object
  isReading: false,
  run: (call, given) => {
    const { idempotencyKey = null, ...body } = SendInput.parse(given);
    return callRoute(route, call, { params: {}, query: {}, body }, idempotencyKey);
  },
});
