import { z } from 'zod';
import { answer, defineRoute, optional, pathId, trimmedText } from '#platform/http';
import { TooManyRequests } from '#platform/identity';
import { limits } from '#pure/limits';
import { changePassword } from './change-password.ts';
import { clearedSessionCookie, sessionCookie } from './cookies.ts';
import { requireUser } from './find-user.ts';
import { FreshSignInRequired, InvalidCredentials, SessionNotFound } from './refusals.ts';
import { loadSessions, revokeSession } from './sessions.ts';
import { NewPassword, Password, SessionReply, Success, toUserReply, UserReply } from './shapes.ts';
import { updateUser } from './update-user.ts';

export const me = defineRoute({
  method: 'GET',
  path: '/users/@me',
  summary: 'The signed-in person',
  access: 'session',
  replies: { 200: UserReply },
  async run(call) {
    return toUserReply(await call.read((reader) => requireUser(reader, call.userId)));
  },
});

export const updateMe = defineRoute({
  method: 'PATCH',
  path: '/users/@me',
  summary: 'Change the name',
  access: 'session',
  body: z.object({ name: trimmedText(0, limits.userNameCharacters).nullish() }),
  replies: { 200: UserReply },
  async run(call, { body }) {
    return toUserReply(await updateUser(call, { name: body.name === '' ? null : body.name }));
  },
});

export const newPassword = defineRoute({
  method: 'POST',
  path: '/users/@me/password',
  summary: 'Change the password; other sessions end',
  access: 'session',
  body: z.object({ currentPassword: optional(Password), newPassword: NewPassword }),
  replies: { 200: Success },
  refuses: [InvalidCredentials, FreshSignInRequired, TooManyRequests],
  async run(call, { body }) {
    const token = await changePassword(call, body);
    return answer(200, { success: true }, sessionCookie(call.config, token));
  },
});

export const listSessions = defineRoute({
  method: 'GET',
  path: '/users/@me/sessions',
  summary: 'Where the person is signed in',
  access: 'session',
  replies: { 200: z.array(SessionReply) },
  run: loadSessions,
});

export const endOneSession = defineRoute({
  method: 'DELETE',
  path: '/users/@me/sessions/:id',
  summary: 'Sign out in one place',
  access: 'session',
  params: z.object({ id: pathId<'session'>('session', SessionNotFound) }),
  replies: { 204: null },
  refuses: [SessionNotFound],
  async run(call, { params }) {
    await revokeSession(call, params.id);
    return answer(204, null, params.id === call.sessionId ? clearedSessionCookie(call.config) : {});
  },
});
