export { type CollectedMessage, collectMessage } from './collect-message.ts';
export { connectionsByAddress } from './connections-by-address.ts';
export { disconnect, listen } from './listen.ts';
export { OpenCounts } from './open-counts.ts';
export { isSmtpRefusal, type SmtpRefusal, smtpRefusal, tryLater } from './smtp-refusal.ts';
