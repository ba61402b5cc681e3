import { z } from 'zod';
import { answer, defineRoute, optional, redirect } from '#platform/http';
import { type OpenCall, OriginRefused, TooManyRequests } from '#platform/identity';
import { clearedSessionCookie, sessionCookie } from './cookies.ts';
import { logIn } from './log-in.ts';
import { InvalidCredentials, InvalidToken, NewPasswordRequired, ProviderNotFound } from './refusals.ts';
import { refuseOtherSites } from './refuse-other-sites.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { requestVerification } from './request-verification.ts';
import { resetPassword } from './reset-password.ts';
import { endSession } from './session.ts';
import { Address, NewPassword, Password, Success, toUserReply, UserReply } from './shapes.ts';
import { startProviderSignIn } from './start-provider-sign-in.ts';
import { verifyEmail } from './verify-email.ts';

export const login = defineRoute({
  method: 'POST',
  path: '/auth/login',
  summary: 'Sign in with address and password',
  description: 'After 10 failures for an account and network, or 100 for a network, within 15 minutes: 429.',
  access: 'none',
  body: z.object({ email: Address, password: Password }),
  replies: { 200: UserReply },
  refuses: [InvalidCredentials, OriginRefused, TooManyRequests],
  async run(call, { body }) {
    refuseOtherSites(call);
    const { user, token } = await logIn(call, body);
    return answer(200, toUserReply(user), sessionCookie(call.config, token));
  },
});

async function logOut(call: OpenCall) {
  // Why: a GET that writes; the cookie must come from our own page (D-108).
  if (call.sessionToken !== null && call.site !== 'here') throw OriginRefused();
  refuseOtherSites(call);
  await call.transaction((tx) => endSession(tx, call.sessionToken));
  return answer(200, { success: true }, clearedSessionCookie(call.config));
}

const logoutRoute = {
  path: '/auth/logout',
  summary: 'Sign out; the same without a session',
  access: 'none',
  replies: { 200: Success },
  refuses: [OriginRefused],
  run: logOut,
} as const;

export const logout = defineRoute({ ...logoutRoute, method: 'GET' });
export const logoutByPost = defineRoute({ ...logoutRoute, method: 'POST' });

export const oauthConfig = defineRoute({
  method: 'GET',
  path: '/auth/oauth-config',
  summary: 'Sign-in providers of this instance',
  access: 'none',
  replies: {
    200: z.looseObject({ providers: z.array(z.object({ id: z.string(), name: z.string(), startUrl: z.string() })) }),
  },
  async run({ config }) {
    const providers = config.OAUTH_PROVIDERS.map(({ id, name }) => ({ id, name, startUrl: `/auth/oauth/${id}` }));
    return { ...Object.fromEntries(providers.map(({ id }) => [id, true])), providers };
  },
});

export const startOauth = defineRoute({
  method: 'GET',
  path: '/auth/oauth/:provider',
  summary: 'Go to a sign-in provider',
  access: 'none',
  params: z.object({ provider: z.string() }),
  replies: { 302: null },
  refuses: [ProviderNotFound],
  async run(call, { params }) {
    const { location, cookie } = await startProviderSignIn(call, params.provider);
    return redirect(location, { 'set-cookie': cookie });
  },
});

export const verify = defineRoute({
  method: 'POST',
  path: '/auth/verify-email',
  summary: 'Verify an address with the token of its mail, signed in or with a new password',
  access: 'none',
  body: z.object({ token: z.string(), newPassword: optional(NewPassword) }),
  replies: { 200: Success.extend({ email: z.string() }) },
  refuses: [InvalidToken, NewPasswordRequired],
  async run(call, { body }) {
    refuseOtherSites(call);
    const { email, token } = await verifyEmail(call, body);
    return answer(200, { success: true, email }, token ? sessionCookie(call.config, token) : {});
  },
});

export const askVerification = defineRoute({
  method: 'POST',
  path: '/auth/request-verification',
  summary: 'Mail the verification link once more',
  access: 'session',
  replies: { 200: Success.extend({ alreadyVerified: z.boolean() }) },
  refuses: [TooManyRequests],
  async run(call) {
    return { success: true, ...(await requestVerification(call)) };
  },
});

export const askPasswordReset = defineRoute({
  method: 'POST',
  path: '/auth/request-password-reset',
  summary: 'Mail a link to choose a new password',
  description: 'A mailbox gets at most 5 such mails an hour; the answer is the same.',
  access: 'none',
  body: z.object({ email: Address }),
  replies: { 200: Success },
  refuses: [TooManyRequests],
  async run(call, { body }) {
    await requestPasswordReset(call, body.email);
    return { success: true };
  },
});

/** `password` is an older name of `newPassword`. */
const ResetBody = z
  .object({ token: z.string(), newPassword: optional(NewPassword), password: optional(NewPassword) })
  .transform(({ token, newPassword, password }, ctx) => {
    const chosen = newPassword ?? password;
    if (chosen !== undefined) return { token, newPassword: chosen };
    const message = 'This field is required.';
    ctx.addIssue({ code: 'custom', path: ['newPassword'], message, params: { code: 'required' } });
    return z.NEVER;
  });

export const reset = defineRoute({
  method: 'POST',
  path: '/auth/reset-password',
  summary: 'Choose a new password with the token of its mail',
  access: 'none',
  body: ResetBody,
  replies: { 200: Success },
  refuses: [InvalidToken],
  async run(call, { body }) {
    await resetPassword(call, body);
    return { success: true };
  },
});
