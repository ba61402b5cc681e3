import type { Caller } from '../client/caller.ts';
import type { Body, Query } from '../client/operations.ts';
import type { CallOptions } from '../client/settings.ts';

export const templatesOf = ({ call, list }: Caller) => ({
  /** List templates. */
  list: (query?: Query<'GET /templates'>, options?: CallOptions) => list('GET /templates', { query }, options),
  /** Create a template. */
  create: (body: Body<'POST /templates'>, options?: CallOptions) => call('POST /templates', { body }, options),
  /** Read a template. */
  get: (id: string, options?: CallOptions) => call('GET /templates/{id}', { path: { id } }, options),
  /** Change a template. */
  update: (id: string, body?: Body<'PATCH /templates/{id}'>, options?: CallOptions) =>
    call('PATCH /templates/{id}', { path: { id }, body }, options),
  /** Delete a template that no workflow needs. */
  delete: (id: string, options?: CallOptions) => call('DELETE /templates/{id}', { path: { id } }, options),
  /** Copy a template. */
  duplicate: (id: string, options?: CallOptions) => call('POST /templates/{id}/duplicate', { path: { id } }, options),
  /** Render a template for a contact or for sample values; nothing is stored or sent. */
  preview: (body?: Body<'POST /templates/preview'>, options?: CallOptions) =>
    call('POST /templates/preview', { body }, options),
  /** Campaigns and workflow steps that refer to a template. */
  usage: (id: string, options?: CallOptions) => call('GET /templates/{id}/usage', { path: { id } }, options),
});

export type TemplatesCalls = ReturnType<typeof templatesOf>;
