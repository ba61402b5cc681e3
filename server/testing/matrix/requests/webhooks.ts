import type { ProjectFixture } from '../project-fixture.ts';
import type { Requests } from '../request.ts';
import { newDelivery, newEndpoint, roomForEndpoint } from '../webhook-parts.ts';

const anEndpoint = async (fixture: ProjectFixture) => ({ params: { id: await newEndpoint(fixture) } });

const withBody = (bodyOf: (fixture: ProjectFixture) => Record<string, unknown>) => async (fixture: ProjectFixture) => ({
  ...(await anEndpoint(fixture)),
  body: bodyOf(fixture),
});

export const webhookRequests: Requests = {
  'GET /webhook-endpoints': async () => ({}),
  'POST /webhook-endpoints': async (fixture) => {
    await roomForEndpoint(fixture);
    const { word } = fixture;
    return { body: { url: `https://hooks.example/${word}`, events: [word], description: word } };
  },
  'GET /webhook-endpoints/:id': anEndpoint,
  'PATCH /webhook-endpoints/:id': withBody(({ word }) => ({ description: `changed ${word}` })),
  'DELETE /webhook-endpoints/:id': anEndpoint,
  'POST /webhook-endpoints/:id/test': withBody(({ word }) => ({ type: word })),
  'POST /webhook-endpoints/:id/rotate-secret': anEndpoint,
  'POST /webhook-endpoints/:id/replay': withBody(() => ({ since: new Date(Date.now() - 60_000).toISOString() })),
  'GET /webhook-endpoints/:id/deliveries': anEndpoint,
  'POST /webhook-endpoints/:id/deliveries/:deliveryId/replay': async (fixture) => {
    const { id, endpointId } = await newDelivery(fixture);
    return { params: { id: endpointId, deliveryId: id } };
  },
};
