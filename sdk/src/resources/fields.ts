import type { Caller } from '../client/caller.ts';
import type { Query } from '../client/operations.ts';
import type { CallOptions } from '../client/settings.ts';

export const fieldsOf = ({ call }: Caller) => ({
  /** Standard and custom fields with their types and figures. */
  list: (options?: CallOptions) => call('GET /contacts/fields', {}, options),
  /** Segments, campaigns and workflows that refer to a field. */
  usage: (field: string, options?: CallOptions) =>
    call('GET /contacts/fields/{field}/usage', { path: { field } }, options),
  /** Distinct values of a field, most frequent first. */
  values: (field: string, query?: Query<'GET /contacts/fields/{field}/values'>, options?: CallOptions) =>
    call('GET /contacts/fields/{field}/values', { path: { field }, query }, options),
  /** Remove a custom field from every contact. */
  delete: (field: string, options?: CallOptions) =>
    call('DELETE /contacts/fields/{field}', { path: { field } }, options),
});

export type FieldsCalls = ReturnType<typeof fieldsOf>;
