export { type Answer, answer, redirect } from './answer.ts';
export { callRoute } from './call-route.ts';
export { deprecatedSince } from './deprecation.ts';
export {
  type Keyset,
  type KeysetPage,
  keysetOf,
  newestFirst,
  readCursor,
  readIdCursor,
  writeCursor,
  writeIdCursor,
} from './keyset.ts';
export {
  CursorPage,
  choice,
  choices,
  direction,
  OffsetPage,
  pageLimit,
  queryFlag,
  search,
  sortBy,
  wholeNumber,
} from './lists.ts';
export { type LocalApi, type LocalReply, localApi } from './local-api.ts';
export type { OpenStream } from './open-streams.ts';
export { openApi, type RouteGroup } from './openapi.ts';
export { type Period, periodOf, periodQuery, readMoment } from './period.ts';
export { BadParameter, MethodNotAllowed, RouteNotFound, Unavailable } from './refusals.ts';
export type { FinishedCall, RequestLog } from './request-log.ts';
export {
  defineIdempotentRoute,
  definePageRoute,
  defineRoute,
  defineStreamRoute,
  defineTextRoute,
  defineUploadRoute,
  type IdempotentCall,
  type KeptReply,
  PreparationOutdated,
  type RefusalPage,
  type Route,
  type UploadedFile,
} from './route.ts';
export { buildServer, sessionCookieName } from './server.ts';
export {
  Address,
  bodyId,
  Instant,
  instant,
  instantOrNull,
  optional,
  pathId,
  type Resource,
  text,
  trimmedText,
  withDefault,
} from './shapes.ts';
