import { z } from 'zod';
import { JobNotFinished, JobNotFound, QueuedReply, queuedReply } from '#features/jobs';
import { answer, defineRoute, defineUploadRoute, pathId } from '#platform/http';
import { limits } from '#pure/limits';
import type { BulkOperation } from './bulk-job.ts';
import { BulkBody } from './bulk-shapes.ts';
import { failedRows } from './failed-rows.ts';
import { importContacts } from './import-contacts.ts';
import { startBulk } from './start-bulk.ts';

export const importFile = defineUploadRoute({
  method: 'POST',
  path: '/contacts/import',
  summary: 'Import contacts from a CSV file',
  access: 'secret',
  upload: { maxBytes: limits.importBytes },
  replies: { 202: QueuedReply },
  async run(ctx, { file }) {
    return queuedReply(await importContacts(ctx, file));
  },
});

export const failedImportRows = defineRoute({
  method: 'GET',
  path: '/contacts/import/:jobId/errors.csv',
  summary: 'The rows of an import that failed, with the reasons',
  access: 'secret',
  params: z.object({ jobId: pathId<'job'>('job', JobNotFound) }),
  produces: 'text/csv',
  replies: { 200: z.string() },
  refuses: [JobNotFound, JobNotFinished],
  async run(ctx, { params: { jobId } }) {
    return answer(200, await failedRows(ctx, jobId), {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="errors.csv"',
    });
  },
});

const bulk = (operation: BulkOperation, summary: string) =>
  defineRoute({
    method: 'POST',
    path: `/contacts/bulk-${operation}`,
    bodyExample: { contactIds: ['0197f3b7-5c1a-7c3e-9d2b-3f4a5b6c7d8e'] },
    summary,
    access: 'secret',
    body: BulkBody,
    replies: { 202: QueuedReply },
    async run(ctx, { body }) {
      return queuedReply(await startBulk(ctx, operation, body));
    },
  });

export const bulkSubscribe = bulk('subscribe', 'Subscribe many contacts');
export const bulkUnsubscribe = bulk('unsubscribe', 'Unsubscribe many contacts');
export const bulkDelete = bulk('delete', 'Delete many contacts');
