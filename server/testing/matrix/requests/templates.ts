import type { ProjectFixture } from '../project-fixture.ts';
import type { Requests } from '../request.ts';

const aTemplate = async (fixture: ProjectFixture) => ({ params: { id: await fixture.make('template') } });

export const templateRequests: Requests = {
  'GET /templates': async () => ({}),
  'POST /templates': async ({ word }) => ({
    body: { name: word, subject: `Hello {{name ?? "${word}"}}`, body: `<p>${word}</p>`, type: 'MARKETING' },
  }),
  'POST /templates/preview': async (fixture) => ({
    body: {
      templateId: await fixture.make('template'),
      contactId: await fixture.make('contact'),
      data: { plan: fixture.word },
    },
  }),
  'GET /templates/:id': aTemplate,
  'PATCH /templates/:id': async (fixture) => ({ ...(await aTemplate(fixture)), body: { name: fixture.word } }),
  'DELETE /templates/:id': aTemplate,
  'POST /templates/:id/duplicate': aTemplate,
  'GET /templates/:id/usage': aTemplate,
};
