export { acceptStepMails } from './accept/accept-step-mails.ts';
export { acceptTest } from './accept/accept-test.ts';
export type { Acceptance } from './accept/accepted-mail.ts';
export { previewAcceptance } from './accept/judge-mail.ts';
export { isTestMail, loadProjectFacts, type ProjectFacts } from './accept/project-facts.ts';
export { renderStepMails } from './accept/render-step-mails.ts';
export type { StepMail, StepMailDraft, StepText } from './accept/step-mail.ts';
export type { BulkMail } from './bulk/bulk-mail.ts';
export { closeDue, closeNotDue } from './bulk/close-waiting.ts';
export { expandMails } from './bulk/expand-mails.ts';
export { endText, freezeText } from './bulk/freeze-text.ts';
export { holdOfSource } from './bulk/hold-of-source.ts';
export { lockAgainstDeletion } from './bulk/lock-against-deletion.ts';
export { makeDue } from './bulk/make-due.ts';
export { isNotReached } from './bulk/not-reached.ts';
export { suppressionOfAddress } from './bulk/suppression-of-address.ts';
export { countDue, extendExpiry } from './bulk/waiting-mails.ts';
export { lastSeenOf } from './delivery/channel.ts';
export { compareSent, type SentFinding } from './delivery/compare-sent.ts';
export { copyChannels } from './delivery/copy-channels.ts';
export { deliveries } from './delivery/deliveries.ts';
export { doubtBegun } from './delivery/doubt-waiting.ts';
export { knownAsSent } from './delivery/known-as-sent.ts';
export { oldestDueSeconds } from './delivery/oldest-due.ts';
export { pauseIfBehind } from './delivery/pause-if-behind.ts';
export { recordLeft } from './delivery/record-left.ts';
export { releaseHeldMail } from './delivery/schedules.ts';
export { endStop, stopMail } from './delivery/stop-mail.ts';
export type { EmailId } from './email.ts';
export { emailDataOf } from './email-event.ts';
export { emails } from './feature.ts';
export { applyNotices } from './feedback/apply-notices.ts';
export { noteDelay } from './feedback/note-delay.ts';
export { lockEmail, noteUnsubscribed } from './feedback/note-unsubscribed.ts';
export type { Notice } from './feedback/notice.ts';
export { findBreakdownDrift } from './figures/find-breakdown-drift.ts';
export { findMailDrift } from './figures/find-drift.ts';
export { type RecipientUrls, recipientKeys, recipientPath, recipientUrls } from './links/recipient-urls.ts';
export { storeLinks } from './links/store-links.ts';
export { isTrackedBy } from './links/tracking-of.ts';
export { loadEmailData } from './load-email-data.ts';
export { findOwnTopic, isTopicOfProject } from './own-provider/own-topic.ts';
export type { MailVerdict, ReceivedMail } from './received/received-mail.ts';
export { recordReceivedMail } from './received/record-received-mail.ts';
export type { LoggedAttempt } from './records/email-detail.ts';
export type { EmailRecord } from './records/email-record.ts';
export { findBody } from './records/find-body.ts';
export { findHandOver, findRecord } from './records/find-record.ts';
export { loadAttempts } from './records/load-attempts.ts';
export { recordColumns, recordTables } from './records/load-records.ts';
export { EmailReply, toEmailReply } from './records/shapes.ts';
export { TestMailFull } from './refusals.ts';
export {
  type ClickedLink,
  type ClosedEmail,
  EmailsClosed,
  EmailsErased,
  EmailsNoticed,
  LinksClicked,
  type MachineHit,
  MachinesNoticed,
  type NoticedEmail,
} from './signals.ts';
export { loadSuppression } from './suppressions/find-suppression.ts';
export { SuppressionReply, toSuppressionReply } from './suppressions/shapes.ts';
export type { Suppression } from './suppressions/suppression.ts';
export { clickJudgements } from './tracking/click-judgements.ts';
