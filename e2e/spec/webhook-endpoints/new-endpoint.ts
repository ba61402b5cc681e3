import { answered } from '../world/expect.ts';
import { newEmail, type Owner } from '../world/people.ts';
import type { World } from '../world/world.ts';

export interface EndpointBody {
  id: string;
  url: string;
  secret: string;
  secretLast4: string;
  updatedAt: string;
}

/** Where no call arrives: the name is none. */
export const someUrl = 'https://hooks.example/in';

/** An endpoint of the owner's project, through the API. */
export async function newEndpoint(owner: Owner, fields: object = {}): Promise<EndpointBody> {
  const reply = await owner.key.post('/webhook-endpoints', { url: someUrl, events: ['signup'], ...fields });
  answered(reply, 201);
  return reply.body;
}

/** Deletes all endpoints: a project has at most ten, and standard cases add many. */
export const forgetEndpoints = (world: World, { project }: Owner): Promise<unknown> =>
  world.sql('delete from webhook_endpoints where project_id = $1', [project.id]);

/** Records an event that the endpoint gets; returns the delivery. */
export async function newDelivery(owner: Owner, endpointId: string): Promise<{ id: string; eventId: string }> {
  answered(await owner.key.post('/events/track', { email: newEmail(), event: 'signup' }), 200);
  const reply = await owner.key.get(`/webhook-endpoints/${endpointId}/deliveries`);
  answered(reply, 200);
  return reply.body.data[0];
}

/** Where standard cases find the id of an endpoint in a path. */
export const idInPath = {
  idOf: (path: string) => path.split('/')[2] ?? '',
  code: 'RESOURCE_NOT_FOUND',
  resource: 'webhookEndpoint',
  caller: async (world: World) => (await world.own()).key,
  async foreign(world: World) {
    const { extras, strangersProject } = world;
    await world.sql('delete from webhook_endpoints where project_id = $1', [strangersProject]);
    const stranger = extras.stranger.api.with({ 'x-project-id': strangersProject });
    return (await stranger.post('/webhook-endpoints', { url: someUrl, events: ['*'] })).body.id;
  },
};

/** A request of an endpoint that is made for it. */
export const requestOf =
  (end = '', body?: Record<string, unknown>) =>
  async (world: World, owner: Owner) => {
    await forgetEndpoints(world, owner);
    const { id } = await newEndpoint(owner);
    return { path: `/webhook-endpoints/${id}${end}`, ...(body ? { body } : {}) };
  };
