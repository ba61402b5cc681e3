export { type CollectedMessage, collectMessage } from './collect-message.ts';
export { connectionsByAddress } from './connections-by-address.ts';
export { disconnect, disconnectAfterReply, listen, repliesWritten } from './listen.ts';
export { OpenCounts } from './open-counts.ts';
export { isSmtpRefusal, type SmtpRefusal, smtpRefusal, tryLater } from './smtp-refusal.ts';
