import type { Caller } from '../client/caller.ts';
import { fileForm } from '../client/file-form.ts';
import type { Body, Query } from '../client/operations.ts';
import type { CallOptions } from '../client/settings.ts';

export const contactsOf = ({ call, list }: Caller) => ({
  /** List contacts. */
  list: (query?: Query<'GET /contacts'>, options?: CallOptions) => list('GET /contacts', { query }, options),
  /** Create a contact, or update the one with this address. */
  create: (body: Body<'POST /contacts'>, options?: CallOptions) => call('POST /contacts', { body }, options),
  /** Read a contact. */
  get: (id: string, options?: CallOptions) => call('GET /contacts/{id}', { path: { id } }, options),
  /** Change a contact. */
  update: (id: string, body?: Body<'PATCH /contacts/{id}'>, options?: CallOptions) =>
    call('PATCH /contacts/{id}', { path: { id }, body }, options),
  /** Delete a contact. */
  delete: (id: string, options?: CallOptions) => call('DELETE /contacts/{id}', { path: { id } }, options),
  /** Which of these addresses are contacts. */
  lookup: (body: Body<'POST /contacts/lookup'>, options?: CallOptions) =>
    call('POST /contacts/lookup', { body }, options),
  /** The history of a contact, newest first. */
  timeline: (id: string, query?: Query<'GET /contacts/{id}/timeline'>, options?: CallOptions) =>
    list('GET /contacts/{id}/timeline', { path: { id }, query }, options),
  /** How a contact came to its subscription state, newest first. */
  consent: (id: string, query?: Query<'GET /contacts/{id}/consent'>, options?: CallOptions) =>
    list('GET /contacts/{id}/consent', { path: { id }, query }, options),
  /** Why a contact did or did not get a mail. */
  why: (id: string, query?: Query<'GET /contacts/{id}/why'>, options?: CallOptions) =>
    call('GET /contacts/{id}/why', { path: { id }, query }, options),
  /** What the page of a contact shows at once. */
  summary: (id: string, options?: CallOptions) => call('GET /contacts/{id}/summary', { path: { id } }, options),
  /** Everything that is stored of a contact. */
  export: (id: string, options?: CallOptions) => call('GET /contacts/{id}/export', { path: { id } }, options),
  /** Import contacts from a CSV file. */
  import: (file: Blob, fileName: string, options?: CallOptions) =>
    call('POST /contacts/import', { body: fileForm('file', file, fileName) }, options),
  /** State and result of an import. */
  importJob: (jobId: string, options?: CallOptions) =>
    call('GET /contacts/import/{jobId}', { path: { jobId } }, options),
  /** The rows of an import that failed, with the reasons. */
  importErrors: (jobId: string, options?: CallOptions) =>
    call('GET /contacts/import/{jobId}/errors.csv', { path: { jobId } }, options),
  /** Subscribe many contacts. */
  bulkSubscribe: (body: Body<'POST /contacts/bulk-subscribe'>, options?: CallOptions) =>
    call('POST /contacts/bulk-subscribe', { body }, options),
  /** Unsubscribe many contacts. */
  bulkUnsubscribe: (body: Body<'POST /contacts/bulk-unsubscribe'>, options?: CallOptions) =>
    call('POST /contacts/bulk-unsubscribe', { body }, options),
  /** Delete many contacts. */
  bulkDelete: (body: Body<'POST /contacts/bulk-delete'>, options?: CallOptions) =>
    call('POST /contacts/bulk-delete', { body }, options),
  /** State and result of a job. */
  bulkJob: (jobId: string, options?: CallOptions) => call('GET /contacts/bulk/{jobId}', { path: { jobId } }, options),
});

export type ContactsCalls = ReturnType<typeof contactsOf>;
