import { fileForm } from '../../file-form.ts';
import type { ProjectFixture } from '../project-fixture.ts';
import type { Requests } from '../request.ts';

const aJob = async (fixture: ProjectFixture) => ({ params: { jobId: await fixture.make('job') } });
const aContact = async (fixture: ProjectFixture) => ({ body: { contactIds: [await fixture.make('contact')] } });

export const jobRequests: Requests = {
  'GET /contacts/import/:jobId': aJob,
  'GET /contacts/bulk/:jobId': aJob,
  'POST /contacts/import': async ({ newEmail }) => ({ form: fileForm(`email\n${newEmail()}\n`) }),
  'GET /contacts/import/:jobId/errors.csv': aJob,
  'POST /contacts/bulk-subscribe': aContact,
  'POST /contacts/bulk-unsubscribe': aContact,
  'POST /contacts/bulk-delete': aContact,
};
