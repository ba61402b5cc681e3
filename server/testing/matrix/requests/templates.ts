import type { Requests } from '../request.ts';
import type { Scene } from '../scene.ts';

const aTemplate = async (scene: Scene) => ({ params: { id: await scene.make('template') } });

export const templateRequests: Requests = {
  'GET /templates': async () => ({}),
  'POST /templates': async ({ word }) => ({
    body: { name: word, subject: `Hello {{name ?? "${word}"}}`, body: `<p>${word}</p>`, type: 'MARKETING' },
  }),
  'POST /templates/preview': async (scene) => ({
    body: {
      templateId: await scene.make('template'),
      contactId: await scene.make('contact'),
      data: { plan: scene.word },
    },
  }),
  'GET /templates/:id': aTemplate,
  'PATCH /templates/:id': async (scene) => ({ ...(await aTemplate(scene)), body: { name: scene.word } }),
  'DELETE /templates/:id': aTemplate,
  'POST /templates/:id/duplicate': aTemplate,
  'GET /templates/:id/usage': aTemplate,
};
