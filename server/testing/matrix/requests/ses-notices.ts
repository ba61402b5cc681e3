import { randomUUID } from 'node:crypto';
import { sesNotice } from '../../ses-notice.ts';
import { matrixSns, type Requests } from '../request.ts';

export const sesNoticeRequests: Requests = {
  'POST /webhooks/ses': async ({ project }) => ({
    body: matrixSns.notification(sesNotice('Delivery', { projectId: project.id, emailId: randomUUID() })),
  }),
};
