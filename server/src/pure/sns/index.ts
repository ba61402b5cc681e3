export { certificateAddress, confirmationAddress, isTopicArn } from './pinned-address.ts';
export { isSignedBy, signedText } from './signed-text.ts';
export { readSnsMessage, type SnsMessage, topicIn } from './sns-message.ts';
