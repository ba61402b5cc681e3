import type { Requests } from '../request.ts';
import type { Scene } from '../scene.ts';

const anEmail = async (scene: Scene) => ({ params: { id: await scene.make('email') } });

export const emailRequests: Requests = {
  'POST /v1/send': async (scene) => ({
    body: {
      to: scene.newEmail(),
      subject: scene.word,
      body: `<p>${scene.word}</p>`,
      from: 'hello@postrider.test',
      template: await scene.make('template'),
    },
  }),
  'GET /emails': async () => ({}),
  'GET /emails/:id': anEmail,
  'POST /emails/:id/resend': async (scene) => ({ ...(await anEmail(scene)), body: {} }),
  'GET /projects/:id/provider': async ({ project }) => ({ params: { id: project.id } }),
  'POST /projects/:id/provider/test': async ({ project }) => ({ params: { id: project.id } }),
};
