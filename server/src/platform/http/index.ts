export { type Answer, answer, redirect } from './answer.ts';
export {
  type AddressExhausted,
  type AddressLimit,
  type Caller,
  type ClientFacts,
  type Identity,
  type KeyEntry,
  type KeyKind,
  type MemberCall,
  type OpenCall,
  type PageCall,
  type ProjectCall,
  type Role,
  requestsPerMinute,
  type SessionCall,
  type SessionEntry,
  type SessionId,
  type UserId,
} from './calls.ts';
export { deprecatedSince } from './deprecation.ts';
export {
  CursorPage,
  choice,
  choices,
  direction,
  OffsetPage,
  type Position,
  queryFlag,
  readCursor,
  search,
  sortBy,
  wholeNumber,
  writeCursor,
} from './lists.ts';
export { openApi } from './openapi.ts';
export { type Period, periodOf, periodQuery } from './period.ts';
export {
  BadParameter,
  OriginRefused,
  ProjectNotFound,
  RoleTooLow,
  TooManyRequests,
  Unauthorized,
  Unavailable,
} from './refusals.ts';
export {
  type Access,
  defineIdempotentRoute,
  definePageRoute,
  defineRoute,
  defineTextRoute,
  defineUploadRoute,
  type IdempotentCall,
  Outdated,
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
  trimmedText,
} from './shapes.ts';
