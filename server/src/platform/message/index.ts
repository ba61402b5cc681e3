export { composeMessage } from './compose-message.ts';
export { finishMessage, MessageUnfit } from './finish-message.ts';
export type { Attachment, Mailbox, MessageParts } from './message-parts.ts';
export { type DkimKey, signMessage } from './sign-message.ts';
