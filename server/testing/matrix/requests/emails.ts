import type { ProjectFixture } from '../project-fixture.ts';
import type { Requests } from '../request.ts';

const anEmail = async (fixture: ProjectFixture) => ({ params: { id: await fixture.make('email') } });

export const emailRequests: Requests = {
  'POST /v1/send': async (fixture) => ({
    body: {
      to: fixture.newEmail(),
      subject: fixture.word,
      body: `<p>${fixture.word}</p>`,
      from: 'hello@postrider.test',
      template: await fixture.make('template'),
    },
  }),
  'GET /emails': async () => ({}),
  'GET /emails/:id': anEmail,
  'POST /emails/:id/resend': async (fixture) => ({ ...(await anEmail(fixture)), body: {} }),
  'GET /contacts/:id/timeline': async (fixture) => ({ params: { id: await fixture.make('contact') } }),
  'GET /projects/:id/provider': async ({ project }) => ({ params: { id: project.id } }),
  'PUT /projects/:id/provider': async ({ project }) => ({
    params: { id: project.id },
    body: {
      ...{ type: 'ses', region: 'eu-west-1', accessKeyId: 'AKIAOWN', secretAccessKey: 'own-secret' },
      ...{ topicArn: 'arn:aws:sns:eu-west-1:123456789012:own' },
    },
  }),
  'POST /projects/:id/provider/test': async ({ project }) => ({ params: { id: project.id } }),
};
