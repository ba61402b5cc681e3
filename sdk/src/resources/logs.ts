import type { Caller } from '../client/caller.ts';
import type { Query } from '../client/operations.ts';
import type { CallOptions } from '../client/settings.ts';

export const logsOf = ({ call, list }: Caller) => ({
  /** API calls of the project, newest first. */
  list: (query?: Query<'GET /logs'>, options?: CallOptions) => list('GET /logs', { query }, options),
  /** An API call with its bodies, without secrets. */
  get: (requestId: string, options?: CallOptions) => call('GET /logs/{requestId}', { path: { requestId } }, options),
});

export type LogsCalls = ReturnType<typeof logsOf>;
