export { forgetSenders } from './forget-senders.ts';
export { type LoggedActivity, logActivity } from './log-activity.ts';
export { wipeActivityLog } from './wipe-activity-log.ts';
