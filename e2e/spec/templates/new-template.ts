import { answered } from '../world/expect.ts';
import type { Owner } from '../world/people.ts';
import type { World } from '../world/world.ts';

export interface Template {
  id: string;
  name: string;
  subject: string;
  body: string;
  type: string;
  updatedAt: string;
}

export const aTemplate = {
  name: 'Welcome',
  subject: 'Hello {{first name ?? "there"}}',
  body: '<p>Hi {{first name}}</p>',
  type: 'TRANSACTIONAL',
} as const;

/** A template of the owner's project, through the API. */
export async function newTemplate(owner: Owner, given: object = {}): Promise<Template> {
  const reply = await owner.key.post('/templates', { ...aTemplate, ...given });
  answered(reply, 201);
  return reply.body;
}

/** The id in `/templates/:id…`, for the cases that exchange it. */
export const idInPath = {
  idOf: (path: string) => path.split('/')[2] ?? '',
  code: 'TEMPLATE_NOT_FOUND',
  resource: 'template',
  caller: async (world: World) => (await world.own()).key,
  async foreign({ extras, strangersProject }: World) {
    const stranger = extras.stranger.api.with({ 'x-project-id': strangersProject });
    return (await stranger.post('/templates', aTemplate)).body.id;
  },
};

export const requestOf =
  (end = '', body?: Record<string, unknown>) =>
  async (_world: World, owner: Owner) => {
    const { id } = await newTemplate(owner);
    return { path: `/templates/${id}${end}`, ...(body ? { body } : {}) };
  };
