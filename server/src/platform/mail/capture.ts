import type { AccountMail, Outbox } from './outbox.ts';

export interface CaptureOutbox extends Outbox {
  readonly mails: readonly AccountMail[];
}

/** Keeps the last mails in memory and passes each to `onMail`: for development, where nothing may leave the machine. */
export function captureOutbox(onMail: (mail: AccountMail) => void = () => {}): CaptureOutbox {
  const mails: AccountMail[] = [];
  return {
    canSend: true,
    mails,
    async send(mail) {
      mails.push(mail);
      if (mails.length > 200) mails.shift();
      onMail(mail);
    },
  };
}
