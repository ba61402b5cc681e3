/** Title and sentence of a page. */
export interface Message {
  readonly title: string;
  readonly sentence: string;
}

/** Every word a recipient may read, in one language. Whole sentences: nothing is glued together. */
export interface PageTexts {
  readonly language: string;
  readonly unsubscribe: (project: string) => Message;
  readonly unsubscribed: (project: string) => Message;
  readonly subscribe: (project: string) => Message;
  readonly subscribed: (project: string) => Message;
  readonly manageSubscribed: (project: string) => Message;
  readonly manageUnsubscribed: (project: string) => Message;
  /** What unsubscribing leaves. */
  readonly stillSent: string;
  readonly changedMind: string;
  readonly unsubscribeButton: string;
  readonly subscribeButton: string;
  readonly subscribeAgainButton: string;
  readonly yourAddress: string;
  readonly viewMail: string;
  readonly incomplete: Message;
  readonly gone: (project: string | null) => Message;
  readonly expired: Message;
  readonly notUnderstood: Message;
  readonly tooMany: Message;
  readonly failed: Message;
  readonly leaving: (host: string) => Message;
  readonly continueButton: (host: string) => string;
}
