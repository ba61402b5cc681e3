export { lastSent, readSentLog } from './read-sent-log.ts';
export type { SentEntry, SentStep } from './sent-entry.ts';
export { openSentLog, prepareSentLog, type SentLog, SentLogUnusable } from './write-sent-log.ts';
