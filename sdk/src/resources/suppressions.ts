import type { Caller } from '../client/caller.ts';
import type { Body, Query } from '../client/operations.ts';
import type { CallOptions } from '../client/settings.ts';

export const suppressionsOf = ({ call, list }: Caller) => ({
  /** Addresses that are not written to, newest first. */
  list: (query?: Query<'GET /suppressions'>, options?: CallOptions) => list('GET /suppressions', { query }, options),
  /** Stop writing to addresses. */
  create: (body: Body<'POST /suppressions'>, options?: CallOptions) => call('POST /suppressions', { body }, options),
  /** Read one, by its id or its address. */
  get: (id: string, options?: CallOptions) => call('GET /suppressions/{id}', { path: { id } }, options),
  /** Take an address off the list, by its id or itself. */
  delete: (id: string, options?: CallOptions) => call('DELETE /suppressions/{id}', { path: { id } }, options),
});

export type SuppressionsCalls = ReturnType<typeof suppressionsOf>;
