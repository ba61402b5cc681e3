import type { ProjectFixture } from '../project-fixture.ts';
import type { Requests } from '../request.ts';

const aTemplate = async (fixture: ProjectFixture) => ({ params: { id: await fixture.make('template') } });

async function newPreview({ app, project, word }: ProjectFixture): Promise<string> {
  const { body } = await app.as(project.secretKey).post('/previews', { html: word });
  return body.url.split('/').at(-1);
}

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
  'POST /previews': async ({ word }) => ({ body: { html: `<p>${word}</p>` } }),
  'GET /preview/:token': async (fixture) => ({ params: { token: await newPreview(fixture) } }),
  'GET /templates/:id': aTemplate,
  'PATCH /templates/:id': async (fixture) => ({ ...(await aTemplate(fixture)), body: { name: fixture.word } }),
  'DELETE /templates/:id': aTemplate,
  'POST /templates/:id/duplicate': aTemplate,
  'GET /templates/:id/usage': aTemplate,
};
