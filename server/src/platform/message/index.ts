export { composeMessage } from './compose-message.ts';
export { finishMessage, MessageUnfit } from './finish-message.ts';
export type { Attachment, MessageParts } from './message-parts.ts';
export type { DkimKey } from './sign-message.ts';
