import type { Caller } from '../client/caller.ts';
import type { Body } from '../client/operations.ts';
import type { CallOptions } from '../client/settings.ts';

export const userOf = ({ call, list }: Caller) => ({
  /** The signed-in person. */
  get: (options?: CallOptions) => call('GET /users/@me', {}, options),
  /** Change the name. */
  update: (body?: Body<'PATCH /users/@me'>, options?: CallOptions) => call('PATCH /users/@me', { body }, options),
  /** Delete the account. */
  delete: (body?: Body<'DELETE /users/@me'>, options?: CallOptions) => call('DELETE /users/@me', { body }, options),
  /** Change the password; other sessions end. */
  changePassword: (body: Body<'POST /users/@me/password'>, options?: CallOptions) =>
    call('POST /users/@me/password', { body }, options),
  /** Where the person is signed in. */
  sessions: (options?: CallOptions) => list('GET /users/@me/sessions', {}, options),
  /** Sign out in one place. */
  endSession: (id: string, options?: CallOptions) => call('DELETE /users/@me/sessions/{id}', { path: { id } }, options),
});

export type UserCalls = ReturnType<typeof userOf>;
