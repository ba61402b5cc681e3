import { randomUUID } from 'node:crypto';
import { sesNotice } from '../../ses-notice.ts';
import type { Requests } from '../request.ts';
import { matrixSns } from '../request.ts';

export const sesNoticeRequests: Requests = {
  'POST /webhooks/ses': async ({ project }) => ({
    body: matrixSns.notification(sesNotice('Delivery', { projectId: project.id, emailId: randomUUID() })),
  }),
};
