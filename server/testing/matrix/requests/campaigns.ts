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

export const campaignRequests: Requests = {
  'GET /campaigns': async () => ({}),
  'POST /campaigns': async (fixture) => ({ body: await allFields(fixture) }),
  'GET /campaigns/:id': aCampaign,
  'PUT /campaigns/:id': async (fixture) => ({ ...(await aCampaign(fixture)), body: await allFields(fixture) }),
  'PATCH /campaigns/:id': async (fixture) => ({ ...(await aCampaign(fixture)), body: await allFields(fixture) }),
  'DELETE /campaigns/:id': aCampaign,
  'POST /campaigns/:id/duplicate': aCampaign,
};
