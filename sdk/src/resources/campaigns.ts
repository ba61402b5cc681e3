import type { Caller } from '../client/caller.ts';
import type { Body, Query } from '../client/operations.ts';
import type { CallOptions } from '../client/settings.ts';

export const campaignsOf = ({ call, list }: Caller) => ({
  /** List campaigns. */
  list: (query?: Query<'GET /campaigns'>, options?: CallOptions) => list('GET /campaigns', { query }, options),
  /** Create a campaign as a draft. */
  create: (body: Body<'POST /campaigns'>, options?: CallOptions) => call('POST /campaigns', { body }, options),
  /** Read a campaign. */
  get: (id: string, options?: CallOptions) => call('GET /campaigns/{id}', { path: { id } }, options),
  /** Change some fields of a campaign whose sending has not begun. */
  update: (id: string, body?: Body<'PATCH /campaigns/{id}'>, options?: CallOptions) =>
    call('PATCH /campaigns/{id}', { path: { id }, body }, options),
  /** Replace a campaign whose sending has not begun. */
  replace: (id: string, body: Body<'PUT /campaigns/{id}'>, options?: CallOptions) =>
    call('PUT /campaigns/{id}', { path: { id }, body }, options),
  /** Delete a campaign that is not being sent. */
  delete: (id: string, options?: CallOptions) => call('DELETE /campaigns/{id}', { path: { id } }, options),
  /** Copy a campaign as a draft. */
  duplicate: (id: string, body?: Body<'POST /campaigns/{id}/duplicate'>, options?: CallOptions) =>
    call('POST /campaigns/{id}/duplicate', { path: { id }, body }, options),
  /** Say what would happen if the campaign were sent now. */
  preflight: (id: string, options?: CallOptions) => call('GET /campaigns/{id}/preflight', { path: { id } }, options),
  /** The same with changes that are not saved. */
  preflightWith: (id: string, body?: Body<'POST /campaigns/{id}/preflight'>, options?: CallOptions) =>
    call('POST /campaigns/{id}/preflight', { path: { id }, body }, options),
  /** Send a campaign to one address, to look at it. */
  test: (id: string, body: Body<'POST /campaigns/{id}/test'>, options?: CallOptions) =>
    call('POST /campaigns/{id}/test', { path: { id }, body }, options),
  /** Send a campaign now or at a later time. */
  send: (id: string, body?: Body<'POST /campaigns/{id}/send'>, options?: CallOptions) =>
    call('POST /campaigns/{id}/send', { path: { id }, body }, options),
  /** Take a campaign off the schedule. */
  unschedule: (id: string, options?: CallOptions) => call('POST /campaigns/{id}/unschedule', { path: { id } }, options),
  /** Pause a campaign that is being sent. */
  pause: (id: string, options?: CallOptions) => call('POST /campaigns/{id}/pause', { path: { id } }, options),
  /** Go on with a paused campaign. */
  resume: (id: string, options?: CallOptions) => call('POST /campaigns/{id}/resume', { path: { id } }, options),
  /** Cancel a campaign that is scheduled or being sent. */
  cancel: (id: string, options?: CallOptions) => call('POST /campaigns/{id}/cancel', { path: { id } }, options),
  /** What became of the mails of a campaign. */
  stats: (id: string, options?: CallOptions) => call('GET /campaigns/{id}/stats', { path: { id } }, options),
  /** List the recipients of a campaign and what became of their mails. */
  recipients: (id: string, query?: Query<'GET /campaigns/{id}/recipients'>, options?: CallOptions) =>
    list('GET /campaigns/{id}/recipients', { path: { id }, query }, options),
  /** The recipients of a campaign as a file. */
  recipientsCsv: (id: string, query?: Query<'GET /campaigns/{id}/recipients.csv'>, options?: CallOptions) =>
    call('GET /campaigns/{id}/recipients.csv', { path: { id }, query }, options),
});

export type CampaignsCalls = ReturnType<typeof campaignsOf>;
