import { importJob } from '../../src/features/contacts/import-job.ts';
import { runJob } from '../../src/features/jobs/index.ts';
import { projectContext } from '../../src/platform/context/index.ts';
import type { Resource } from '../../src/platform/http/index.ts';
import { fileForm } from '../file-form.ts';
import { until } from '../until.ts';
import type { ProjectFixture } from './project-fixture.ts';
import { newDelivery, newEndpoint } from './webhook-parts.ts';
import { newExecution, newStep, newTransition } from './workflow-parts.ts';

type Build = (fixture: ProjectFixture) => Promise<string>;

/** How to create a resource of each kind, with the fixture's word in every text of it. Every kind that routes name must be here. */
export const resourceBuilders: Partial<Record<Resource, Build>> = {
  project: async ({ project }) => project.id,
  user: async ({ app, project }) => (await app.given.member(project, 'MEMBER')).id,
  session: async ({ project }) => (await project.owner.client.get('/users/@me/sessions')).body[0].id,

  /** A pending invitation: the team member whose address we choose. */
  async member({ project, newEmail }) {
    const { body } = await project.owner.client.post(`/projects/${project.id}/members`, { email: newEmail() });
    return body.id;
  },

  async domain({ app, project, newEmail }) {
    const domain = newEmail().replace('@', '.');
    return (await app.as(project.secretKey).post('/domains', { domain })).body.id;
  },

  async template({ app, project, word }) {
    const given = { name: word, description: word, subject: word, body: word, type: 'TRANSACTIONAL' };
    return (await app.as(project.secretKey).post('/templates', given)).body.id;
  },

  async email({ app, project, newEmail, word }) {
    const given = { to: newEmail(), subject: word, body: `<p>${word}</p>`, from: 'hello@postrider.test' };
    return (await app.as(project.secretKey).post('/v1/send', given)).body.data.emails[0].email;
  },

  async request(fixture) {
    const client = fixture.app.as(fixture.project.secretKey);
    const { requestId } = (await client.get(`/emails/${await fixture.make('email')}`)).body;
    // The log is written a second later at most.
    await until(async () => (await client.get(`/logs/${requestId}`)).status === 200);
    return requestId;
  },

  async campaign({ app, project, word }) {
    const given = {
      name: word,
      subject: word,
      body: `<p>${word}</p>`,
      from: 'hello@postrider.test',
      audienceType: 'ALL',
    };
    return (await app.as(project.secretKey).post('/campaigns', given)).body.data.id;
  },

  async workflow({ app, project, word }) {
    return (await app.as(project.secretKey).post('/workflows', { name: word, eventName: word })).body.id;
  },
  step: async (fixture) => (await newStep(fixture, await fixture.make('workflow'))).id,
  async transition(fixture) {
    const workflowId = await fixture.make('workflow');
    const steps = [await newStep(fixture, workflowId), await newStep(fixture, workflowId)];
    return (await newTransition(fixture, workflowId, steps)).id;
  },
  execution: async (fixture) => (await newExecution(fixture)).id,

  async segment({ app, project, word }) {
    const given = { name: word, description: word, type: 'STATIC', trackMembership: true };
    return (await app.as(project.secretKey).post('/segments', given)).body.id;
  },

  async suppression({ app, project, newEmail, word }) {
    const email = newEmail();
    const client = app.as(project.secretKey);
    await client.post('/suppressions', { email, note: word });
    return (await client.get(`/suppressions/${email}`)).body.id;
  },

  async contact({ app, project, newEmail, word }) {
    const given = { email: newEmail(), data: { [`key ${word}`]: `value ${word}` } };
    return (await app.as(project.secretKey).post('/contacts', given)).body.id;
  },

  'webhook-endpoint': newEndpoint,
  'webhook-delivery': async (fixture) => (await newDelivery(fixture)).id,

  /** A finished import with one failed row. Only its own task runs: others would change what a test looks at. */
  async job({ app, project, newEmail, word }) {
    const file = fileForm(`email,key ${word}\n${newEmail()},a\nnot ${word},b\n`);
    const { body } = await app.as(project.secretKey).post('/contacts/import', file);
    await runJob(projectContext(app.app.services, project.id), importJob, body.jobId);
    return body.jobId;
  },
};
