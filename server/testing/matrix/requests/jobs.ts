import { fileForm } from '../../file-form.ts';
import type { Requests } from '../request.ts';
import type { Scene } from '../scene.ts';

const aJob = async (scene: Scene) => ({ params: { jobId: await scene.make('job') } });
const aContact = async (scene: Scene) => ({ body: { contactIds: [await scene.make('contact')] } });

export const jobRequests: Requests = {
  'GET /contacts/import/:jobId': aJob,
  'GET /contacts/bulk/:jobId': aJob,
  'POST /contacts/import': async ({ newEmail }) => ({ form: fileForm(`email\n${newEmail()}\n`) }),
  'GET /contacts/import/:jobId/errors.csv': aJob,
  'POST /contacts/bulk-subscribe': aContact,
  'POST /contacts/bulk-unsubscribe': aContact,
  'POST /contacts/bulk-delete': aContact,
};
