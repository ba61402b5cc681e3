import type { Caller } from '../client/caller.ts';
import type { Body } from '../client/operations.ts';
import type { CallOptions } from '../client/settings.ts';

export const domainsOf = ({ call, list }: Caller) => ({
  /** Domains of a project, verified and pending. */
  list: (projectId: string, options?: CallOptions) =>
    list('GET /domains/project/{projectId}', { path: { projectId } }, options),
  /** Add a sender domain; answers the DNS records to add. */
  create: (body: Body<'POST /domains'>, options?: CallOptions) => call('POST /domains', { body }, options),
  /** Read a domain as it was last checked. */
  get: (id: string, options?: CallOptions) => call('GET /domains/{id}', { path: { id } }, options),
  /** Check a domain now. */
  verify: (id: string, options?: CallOptions) => call('POST /domains/{id}/verify', { path: { id } }, options),
  /** Remove a domain and its key. */
  delete: (id: string, options?: CallOptions) => call('DELETE /domains/{id}', { path: { id } }, options),
});

export type DomainsCalls = ReturnType<typeof domainsOf>;
