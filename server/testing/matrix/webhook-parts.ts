import type { ProjectFixture } from './project-fixture.ts';

/** A project has few endpoints: the oldest is deleted when there is no room, but not the first, which others may know. */
export async function roomForEndpoint({ app, project }: ProjectFixture): Promise<void> {
  const client = app.as(project.secretKey);
  const { body } = await client.get('/webhook-endpoints');
  if (body.length >= 9) await client.delete(`/webhook-endpoints/${body[1].id}`);
}

/** An endpoint to which no call succeeds: its name is none. */
export async function newEndpoint(fixture: ProjectFixture): Promise<string> {
  await roomForEndpoint(fixture);
  const { app, project, word } = fixture;
  const given = { url: `https://hooks.example/${word}`, events: [word], description: word };
  return (await app.as(project.secretKey).post('/webhook-endpoints', given)).body.id;
}

/** A delivery that waits, of an endpoint of its own. */
export async function newDelivery(fixture: ProjectFixture): Promise<{ id: string; endpointId: string }> {
  const endpointId = await newEndpoint(fixture);
  const { app, project, word } = fixture;
  const client = app.as(project.secretKey);
  await client.post('/events/track', { email: fixture.newEmail(), event: word });
  const { body } = await client.get(`/webhook-endpoints/${endpointId}/deliveries`);
  return { id: body.data[0].id, endpointId };
}
