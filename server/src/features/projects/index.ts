export { type DevSeed, ensureDevProject } from './dev-seed.ts';
export { disableProject, enableProject, type GivenReason, givenReasons } from './disable-project.ts';
export { projects } from './feature.ts';
export { makeIdentity } from './identity.ts';
export { loadKeys } from './load-keys.ts';
export { loadWebhookSecrets } from './load-webhook-secrets.ts';
export { mcpMaySend } from './mcp-may-send.ts';
export {
  addOwnerOfMoved,
  clearMoveMarks,
  markCopyDeleted,
  markMoveBegun,
  markMoved,
  markMoveHeld,
} from './move-marks.ts';
export { type PauseScope, pauseProject, resumeProject } from './pause-project.ts';
export { isTimeZone } from './project.ts';
export { findProjectByHandle } from './project-by-handle.ts';
export { projectPageUrl } from './project-page-url.ts';
export { findRole } from './queries.ts';
export { recordReadiness } from './record-readiness.ts';
export { recordSubscription } from './record-subscription.ts';
export { listTeamLeaders } from './team-leaders.ts';
export {
  isSealedNow,
  makeWebhookSecret,
  openWebhookSecret,
  sealWebhookSecret,
  secretOverlapEnd,
  WebhookSecretUnreadable,
} from './webhook-secret.ts';
