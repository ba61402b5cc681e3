import type { Caller } from '../client/caller.ts';
import type { Body, Query } from '../client/operations.ts';
import type { CallOptions } from '../client/settings.ts';

export const inboxOf = ({ call, list }: Caller) => ({
  /** Captured test mail, newest first. */
  list: (query?: Query<'GET /inbox'>, options?: CallOptions) => list('GET /inbox', { query }, options),
  /** The newest captured mail that fits, as soon as there is one. */
  wait: (query?: Query<'GET /inbox/wait'>, options?: CallOptions) => call('GET /inbox/wait', { query }, options),
  /** Read a captured mail. */
  get: (emailId: string, options?: CallOptions) => call('GET /inbox/{emailId}', { path: { emailId } }, options),
  /** The message as it would have left. */
  raw: (emailId: string, options?: CallOptions) => call('GET /inbox/{emailId}/raw', { path: { emailId } }, options),
  /** Let something happen to a captured mail. */
  simulate: (emailId: string, body: Body<'POST /inbox/{emailId}/simulate'>, options?: CallOptions) =>
    call('POST /inbox/{emailId}/simulate', { path: { emailId }, body }, options),
  /** Drop a captured message; the email stays. */
  delete: (emailId: string, options?: CallOptions) => call('DELETE /inbox/{emailId}', { path: { emailId } }, options),
  /** Drop every captured message; the emails stay. */
  clear: (options?: CallOptions) => call('DELETE /inbox', {}, options),
});

export type InboxCalls = ReturnType<typeof inboxOf>;
