export { type Answer, answer, redirect } from './answer.ts';
export { deprecatedSince } from './deprecation.ts';
export { type Keyset, type KeysetPage, keysetOf, newestFirst, readIdCursor, writeIdCursor } from './keyset.ts';
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
export { openApi } from './openapi.ts';
export { type Period, periodOf, periodQuery } from './period.ts';
export { Unavailable } from './refusals.ts';
export {
  defineIdempotentRoute,
  definePageRoute,
  defineRoute,
  defineTextRoute,
  defineUploadRoute,
  type IdempotentCall,
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
} from './shapes.ts';
