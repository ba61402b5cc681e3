export { maxMessageBytes } from './accept/check-sizes.ts';
export { maxRecipients } from './accept/read-recipients.ts';
export { deliveries } from './delivery/deliveries.ts';
export { type Lane, laneOf } from './delivery/lanes.ts';
export { releaseHeldMail } from './delivery/schedules.ts';
export type { Closing, EmailId, EmailSource, EmailStatus, EmailType, HoldReason } from './email.ts';
export { emails } from './feature.ts';
export { applyNotices } from './feedback/apply-notices.ts';
export { noteDelay } from './feedback/note-delay.ts';
export type { BounceType, Notice } from './feedback/notice.ts';
export {
  type LinkOwner,
  type RecipientUrls,
  recipientKeys,
  recipientPath,
  recipientUrls,
} from './links/recipient-urls.ts';
export { storeLinks } from './links/store-links.ts';
export { trackingOf } from './links/tracking-of.ts';
export { type ClosedEmail, EmailsClosed, EmailsNoticed, type NoticedEmail } from './news.ts';
export type { MailVerdict, ReceivedMail } from './received/received-mail.ts';
export { recordReceivedMail } from './received/record-received-mail.ts';
export { outcomes } from './test-mode/outcomes.ts';
export { clickJudgements } from './tracking/click-judgements.ts';
