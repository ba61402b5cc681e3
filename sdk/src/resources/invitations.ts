import type { Caller } from '../client/caller.ts';
import type { CallOptions } from '../client/settings.ts';

export const invitationsOf = ({ call }: Caller) => ({
  /** What an invitation is for. */
  get: (token: string, options?: CallOptions) => call('GET /invitations/{token}', { path: { token } }, options),
  /** Join the project of an invitation. */
  accept: (token: string, options?: CallOptions) =>
    call('POST /invitations/{token}/accept', { path: { token } }, options),
});

export type InvitationsCalls = ReturnType<typeof invitationsOf>;
