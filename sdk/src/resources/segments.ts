import type { Caller } from '../client/caller.ts';
import type { Body, Query } from '../client/operations.ts';
import type { CallOptions } from '../client/settings.ts';

export const segmentsOf = ({ call, list }: Caller) => ({
  /** All segments, newest first. */
  list: (options?: CallOptions) => list('GET /segments', {}, options),
  /** Create a segment. */
  create: (body: Body<'POST /segments'>, options?: CallOptions) => call('POST /segments', { body }, options),
  /** Read a segment. */
  get: (id: string, options?: CallOptions) => call('GET /segments/{id}', { path: { id } }, options),
  /** Change a segment. */
  update: (id: string, body?: Body<'PATCH /segments/{id}'>, options?: CallOptions) =>
    call('PATCH /segments/{id}', { path: { id }, body }, options),
  /** Delete a segment. */
  delete: (id: string, options?: CallOptions) => call('DELETE /segments/{id}', { path: { id } }, options),
  /** What an unsaved condition would find. */
  preview: (body: Body<'POST /segments/preview'>, options?: CallOptions) =>
    call('POST /segments/preview', { body }, options),
  /** Members of a segment. */
  contacts: (id: string, query?: Query<'GET /segments/{id}/contacts'>, options?: CallOptions) =>
    list('GET /segments/{id}/contacts', { path: { id }, query }, options),
  /** Add contacts to a static segment. */
  addMembers: (id: string, body: Body<'POST /segments/{id}/members'>, options?: CallOptions) =>
    call('POST /segments/{id}/members', { path: { id }, body }, options),
  /** Remove contacts from a static segment. */
  removeMembers: (id: string, body: Body<'POST /segments/{id}/members/remove'>, options?: CallOptions) =>
    call('POST /segments/{id}/members/remove', { path: { id }, body }, options),
  /** Count the members again, nothing else. */
  refresh: (id: string, options?: CallOptions) => call('POST /segments/{id}/refresh', { path: { id } }, options),
  /** Compare tracked membership and emit the difference. */
  compute: (id: string, options?: CallOptions) => call('POST /segments/{id}/compute', { path: { id } }, options),
});

export type SegmentsCalls = ReturnType<typeof segmentsOf>;
