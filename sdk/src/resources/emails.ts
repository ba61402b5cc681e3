import type { Caller } from '../client/caller.ts';
import type { Body, Query } from '../client/operations.ts';
import type { CallOptions } from '../client/settings.ts';

export const emailsOf = ({ call, list }: Caller) => ({
  /** List emails, newest first. */
  list: (query?: Query<'GET /emails'>, options?: CallOptions) => list('GET /emails', { query }, options),
  /** Read an email with its content, attempts and history. */
  get: (id: string, options?: CallOptions) => call('GET /emails/{id}', { path: { id } }, options),
  /** Send the stored content of an email once more, as a new email. */
  resend: (id: string, body?: Body<'POST /emails/{id}/resend'>, options?: CallOptions) =>
    call('POST /emails/{id}/resend', { path: { id }, body }, options),
});

export type EmailsCalls = ReturnType<typeof emailsOf>;
