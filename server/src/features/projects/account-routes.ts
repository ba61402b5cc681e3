import { z } from 'zod';
import {
  Address,
  clearedSessionCookie,
  EmailTaken,
  enterWithProfile,
  FreshSignInRequired,
  finishProviderSignIn,
  InvalidCredentials,
  InvalidToken,
  NewPassword,
  oauthCookie,
  Password,
  ProviderNotFound,
  refuseOtherSites,
  SignupsDisabled,
  sessionCookie,
  signInErrorUrl,
  toUserReply,
  UserReply,
} from '#features/accounts';
import { answer, defineRoute, optional, redirect, trimmedText } from '#platform/http';
import { OriginRefused, TooManyRequests } from '#platform/identity';
import { limits } from '#pure/limits';
import { deleteAccount } from './delete-account.ts';
import { isInvited } from './find-invitation.ts';
import { LastOwner } from './refusals.ts';
import { ProjectName, ProjectReply, TimeZone, toProjectReply } from './shapes.ts';
import { signUp } from './sign-up.ts';

export const signup = defineRoute({
  method: 'POST',
  path: '/auth/signup',
  summary: 'Sign up, alone or by invitation; optionally with a first project',
  access: 'none',
  body: z.object({
    email: Address,
    password: NewPassword,
    name: optional(trimmedText(0, limits.userNameCharacters)),
    token: optional(z.string()),
    projectName: optional(ProjectName),
    timezone: optional(TimeZone),
  }),
  replies: { 201: UserReply.extend({ project: ProjectReply.extend({ secret: z.string().optional() }).nullable() }) },
  refuses: [EmailTaken, InvalidToken, SignupsDisabled, OriginRefused, TooManyRequests],
  async run(call, { body }) {
    refuseOtherSites(call);
    const { user, token, project, secret } = await signUp(call, { ...body, name: body.name || null });
    const projectReply = project && { ...toProjectReply(call.config, project), ...(secret ? { secret } : {}) };
    return answer(201, { ...toUserReply(user), project: projectReply }, sessionCookie(call.config, token));
  },
});

/** Here and not in accounts, because an invitation lets a person sign up where sign-up is closed. */
export const finishOauth = defineRoute({
  method: 'GET',
  path: '/auth/oauth/:provider/callback',
  summary: 'Come back from a sign-in provider',
  access: 'none',
  params: z.object({ provider: z.string() }),
  query: z.object({ code: z.string().optional(), state: z.string().optional() }).catchall(z.string()),
  replies: { 302: null },
  refuses: [ProviderNotFound],
  async run(call, { params, query }) {
    const { config } = call;
    const expiredCookie = oauthCookie(config, '', 0);
    const result = await finishProviderSignIn(call, params.provider, definedOnly(query));
    const entry =
      result.kind === 'refused'
        ? result
        : await enterWithProfile(call, {
            provider: params.provider,
            profile: result.profile,
            maySignUp: async (tx, email) => config.SIGNUPS === 'open' || isInvited(tx, email),
          });
    if (entry.kind === 'refused')
      return redirect(signInErrorUrl(config.BASE_URL, entry.error), { 'set-cookie': expiredCookie });
    return redirect(`${config.BASE_URL}/app`, {
      'set-cookie': [sessionCookie(config, entry.token)['set-cookie'], expiredCookie],
    });
  },
});

const definedOnly = (query: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined));

export const deleteMe = defineRoute({
  method: 'DELETE',
  path: '/users/@me',
  summary: 'Delete the account',
  access: 'session',
  body: z.object({ password: optional(Password) }),
  replies: { 204: null },
  refuses: [InvalidCredentials, FreshSignInRequired, LastOwner, TooManyRequests],
  async run(call, { body }) {
    await deleteAccount(call, body.password);
    return answer(204, null, clearedSessionCookie(call.config));
  },
});
