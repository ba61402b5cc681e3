export { ApiError, type FieldError } from './client/api-error.ts';
export { List } from './client/list.ts';
export type { Body, Item, Operation, Query, Reply, Schemas } from './client/operations.ts';
export type { CallOptions, ClientOptions, KeyedOptions } from './client/settings.ts';
export type { StreamMessage, StreamOptions } from './client/stream.ts';
export { Postrider } from './postrider.ts';
export { PostriderSession, type SessionOptions } from './postrider-session.ts';
export { PostriderTracker, type TrackReply } from './postrider-tracker.ts';
export type { Accepted } from './project-client.ts';
export {
  type VerifiedWebhook,
  verifyWebhook,
  type WebhookToVerify,
  WebhookVerificationError,
} from './verify-webhook.ts';

/** The version of this client; the API it speaks is `openapi.json` of the same release. */
export const version = '0.1.0';
