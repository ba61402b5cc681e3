import type { ProjectFixture } from '../project-fixture.ts';
import type { Requests } from '../request.ts';

const aCampaign = async (fixture: ProjectFixture) => ({ params: { id: await fixture.make('campaign') } });

const allFields = async (fixture: ProjectFixture) => ({
  name: fixture.word,
  subject: `Hello {{name ?? "${fixture.word}"}}`,
  body: `<p>${fixture.word}</p>`,
  from: 'hello@postrider.test',
  audienceType: 'SEGMENT',
  segmentId: await fixture.make('segment'),
  templateId: await fixture.make('template'),
});

/** A campaign whose sending has begun: one contact would get it, and no worker runs. */
async function sendingCampaign(fixture: ProjectFixture) {
  const draft = await sendableCampaign(fixture);
  await post(fixture, `${draft.params.id}/send`);
  return draft;
}

async function sendableCampaign(fixture: ProjectFixture) {
  await fixture.known('contact');
  return aCampaign(fixture);
}

async function scheduledCampaign(fixture: ProjectFixture) {
  const draft = await aCampaign(fixture);
  await post(fixture, `${draft.params.id}/send`, { delaySeconds: 3_600 });
  return draft;
}

async function pausedCampaign(fixture: ProjectFixture) {
  const sending = await sendingCampaign(fixture);
  await post(fixture, `${sending.params.id}/pause`);
  return sending;
}

const post = ({ app, project }: ProjectFixture, end: string, body?: object) =>
  app.as(project.secretKey).post(`/campaigns/${end}`, body);

export const campaignRequests: Requests = {
  'GET /campaigns': async () => ({}),
  'POST /campaigns': async (fixture) => ({ body: await allFields(fixture) }),
  'GET /campaigns/:id': aCampaign,
  'PUT /campaigns/:id': async (fixture) => ({ ...(await aCampaign(fixture)), body: await allFields(fixture) }),
  'PATCH /campaigns/:id': async (fixture) => ({ ...(await aCampaign(fixture)), body: await allFields(fixture) }),
  'DELETE /campaigns/:id': aCampaign,
  'POST /campaigns/:id/duplicate': aCampaign,
  'POST /campaigns/:id/send': async (fixture) => ({
    ...(await sendableCampaign(fixture)),
    body: { acknowledged: [fixture.word] },
  }),
  'POST /campaigns/:id/cancel': sendingCampaign,
  'POST /campaigns/:id/pause': sendingCampaign,
  'POST /campaigns/:id/resume': pausedCampaign,
  'POST /campaigns/:id/unschedule': scheduledCampaign,
  'POST /campaigns/:id/test': async (fixture) => ({
    ...(await aCampaign(fixture)),
    body: { email: fixture.newEmail() },
  }),
  'GET /campaigns/:id/stats': sendingCampaign,
  'GET /campaigns/:id/recipients': sendingCampaign,
  'GET /campaigns/:id/recipients.csv': sendingCampaign,
  'GET /campaigns/:id/preflight': aCampaign,
  'POST /campaigns/:id/preflight': async (fixture) => ({
    ...(await aCampaign(fixture)),
    body: await allFields(fixture),
  }),
  'GET /contacts/:id/why': async (fixture) => ({
    params: { id: await fixture.make('contact') },
    query: { campaignId: await fixture.make('campaign') },
  }),
};
