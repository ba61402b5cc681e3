import type { Caller } from '../client/caller.ts';
import type { Query } from '../client/operations.ts';
import type { CallOptions } from '../client/settings.ts';

export const eventsOf = ({ call, list }: Caller) => ({
  /** Recorded events, newest first. */
  list: (query?: Query<'GET /events'>, options?: CallOptions) => list('GET /events', { query }, options),
  /** The events of a contact, newest first. */
  ofContact: (contactId: string, query?: Query<'GET /events/contact/{contactId}'>, options?: CallOptions) =>
    list('GET /events/contact/{contactId}', { path: { contactId }, query }, options),
  /** Every recorded name, most frequent first. */
  names: (query?: Query<'GET /events/names'>, options?: CallOptions) => call('GET /events/names', { query }, options),
  /** The most frequent events of a period. */
  stats: (query?: Query<'GET /events/stats'>, options?: CallOptions) => list('GET /events/stats', { query }, options),
  /** Segments, campaigns and workflows that refer to an event. */
  usage: (eventName: string, options?: CallOptions) =>
    call('GET /events/{eventName}/usage', { path: { eventName } }, options),
  /** Delete every event of a name. */
  delete: (eventName: string, options?: CallOptions) =>
    call('DELETE /events/{eventName}', { path: { eventName } }, options),
});

export type EventsCalls = ReturnType<typeof eventsOf>;
