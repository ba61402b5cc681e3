import type { Caller } from '../client/caller.ts';
import type { Body } from '../client/operations.ts';
import type { CallOptions } from '../client/settings.ts';

export const authOf = ({ call }: Caller) => ({
  /** Mail a link to choose a new password. */
  requestPasswordReset: (body: Body<'POST /auth/request-password-reset'>, options?: CallOptions) =>
    call('POST /auth/request-password-reset', { body }, options),
  /** Mail the verification link once more. */
  requestVerification: (options?: CallOptions) => call('POST /auth/request-verification', {}, options),
  /** Sign in with address and password. */
  login: (body: Body<'POST /auth/login'>, options?: CallOptions) => call('POST /auth/login', { body }, options),
  /** Sign out; the same without a session. */
  logout: (options?: CallOptions) => call('POST /auth/logout', {}, options),
  /** Sign-in providers of this instance. */
  providers: (options?: CallOptions) => call('GET /auth/oauth-config', {}, options),
  /** Choose a new password with the token of its mail. */
  resetPassword: (body: Body<'POST /auth/reset-password'>, options?: CallOptions) =>
    call('POST /auth/reset-password', { body }, options),
  /** Verify an address with the token of its mail, signed in or with a new password. */
  verifyEmail: (body: Body<'POST /auth/verify-email'>, options?: CallOptions) =>
    call('POST /auth/verify-email', { body }, options),
  /** Sign up, alone or by invitation; optionally with a first project. */
  signup: (body: Body<'POST /auth/signup'>, options?: CallOptions) => call('POST /auth/signup', { body }, options),
});

export type AuthCalls = ReturnType<typeof authOf>;
