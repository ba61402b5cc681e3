export { deliveries } from './delivery/deliveries.ts';
export { type Lane, laneOf } from './delivery/lanes.ts';
export type { Closing, EmailId, EmailSource, EmailStatus, EmailType, HoldReason } from './email.ts';
export { emails } from './feature.ts';
export { type ClosedEmail, EmailsClosed } from './news.ts';
