export { type CaptureOutbox, captureOutbox } from './capture.ts';
export type { AccountMail, Outbox } from './outbox.ts';
export { smtpOutbox } from './smtp.ts';
