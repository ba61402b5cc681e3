const byClass: Readonly<Record<string, string>> = {
  address: 'The address does not exist',
  mailbox: 'The mailbox is full or closed',
  size: 'The mail is too large',
  content: 'The content was refused',
  policy: 'Refused by a rule of the receiver',
  routing: 'The receiving server could not be reached',
};

/** Why mails bounced, in words. Beyond the most frequent reasons, and without a code, there is only one word for all. */
export const bounceWords = (reason: string, kind: string): string =>
  reason === 'other' ? 'Other reasons, or none given' : (byClass[kind] ?? 'Another reason');
