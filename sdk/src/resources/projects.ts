import type { Caller } from '../client/caller.ts';
import type { Body } from '../client/operations.ts';
import type { CallOptions } from '../client/settings.ts';

export const projectsOf = ({ call, list }: Caller) => ({
  /** Projects of the signed-in person, oldest first. */
  list: (options?: CallOptions) => list('GET /users/@me/projects', {}, options),
  /** Create a project; the secret key is shown once. */
  create: (body: Body<'POST /users/@me/projects'>, options?: CallOptions) =>
    call('POST /users/@me/projects', { body }, options),
  /** Change settings, or go live. */
  update: (projectId: string, body?: Body<'PATCH /users/@me/projects/{id}'>, options?: CallOptions) =>
    call('PATCH /users/@me/projects/{id}', { path: { id: projectId }, body }, options),
  /** Delete a project with everything in it. */
  delete: (projectId: string, body?: Body<'DELETE /users/@me/projects/{id}'>, options?: CallOptions) =>
    call('DELETE /users/@me/projects/{id}', { path: { id: projectId }, body }, options),
  /** Delete all data of a project; it keeps its keys, team, settings, domains and suppressions. */
  reset: (projectId: string, body?: Body<'POST /users/@me/projects/{id}/reset'>, options?: CallOptions) =>
    call('POST /users/@me/projects/{id}/reset', { path: { id: projectId }, body }, options),
  /** The public key, the end of the secret one, and who uses them. */
  keys: (projectId: string, options?: CallOptions) =>
    call('GET /projects/{id}/keys', { path: { id: projectId } }, options),
  /** Replace both keys; the old ones end at once. */
  regenerateKeys: (projectId: string, options?: CallOptions) =>
    call('POST /users/@me/projects/{id}/regenerate-keys', { path: { id: projectId } }, options),
  /** The secret that signs calls of WEBHOOK steps. */
  webhookSecret: (projectId: string, options?: CallOptions) =>
    call('GET /projects/{id}/webhook-secret', { path: { id: projectId } }, options),
  /** A new secret; the old one signs as well for a day. */
  rotateWebhookSecret: (projectId: string, options?: CallOptions) =>
    call('POST /projects/{id}/webhook-secret/rotate', { path: { id: projectId } }, options),
  /** How far a project has been set up. */
  setupState: (projectId: string, options?: CallOptions) =>
    call('GET /projects/{id}/setup-state', { path: { id: projectId } }, options),
  /** How mail of this project leaves. */
  provider: (projectId: string, options?: CallOptions) =>
    call('GET /projects/{id}/provider', { path: { id: projectId } }, options),
  /** Send by a provider of the project's own, or by the instance again. */
  changeProvider: (projectId: string, body: Body<'PUT /projects/{id}/provider'>, options?: CallOptions) =>
    call('PUT /projects/{id}/provider', { path: { id: projectId }, body }, options),
  /** Try the way out for mail; a project can go live once it works. */
  testProvider: (projectId: string, options?: CallOptions) =>
    call('POST /projects/{id}/provider/test', { path: { id: projectId } }, options),
  /** How the mail of a project is received, and what is paused. */
  security: (projectId: string, options?: CallOptions) =>
    call('GET /users/@me/projects/{id}/security', { path: { id: projectId } }, options),
  /** Lift a pause; held mail leaves. */
  resume: (projectId: string, body: Body<'POST /projects/{id}/resume'>, options?: CallOptions) =>
    call('POST /projects/{id}/resume', { path: { id: projectId }, body }, options),
  /** Disable a project; its mail is held. For administrators of the instance. */
  disable: (projectId: string, body: Body<'POST /projects/{id}/disable'>, options?: CallOptions) =>
    call('POST /projects/{id}/disable', { path: { id: projectId }, body }, options),
  /** Enable a disabled project; held mail leaves. For administrators of the instance. */
  enable: (projectId: string, options?: CallOptions) =>
    call('POST /projects/{id}/enable', { path: { id: projectId } }, options),
});

export type ProjectsCalls = ReturnType<typeof projectsOf>;
