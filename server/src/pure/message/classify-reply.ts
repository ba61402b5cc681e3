/** What a refusal is about. Only `address` means that the mailbox does not exist (M7). */
export type BounceClass = 'address' | 'mailbox' | 'size' | 'content' | 'policy' | 'routing' | 'other';

export type ReplyVerdict =
  | { readonly kind: 'accepted' }
  /** Try again later. */
  | { readonly kind: 'deferred'; readonly about: BounceClass }
  /** Never again. */
  | { readonly kind: 'rejected'; readonly bounce: BounceClass; readonly suppresses: boolean }
  /** The relay refuses *us*: wrong password, no TLS, blocked. It says nothing about the mail. */
  | { readonly kind: 'relay-refuses' };

/** The only codes that put an address on the suppression list. */
const suppressing = ['5.1.1', '5.1.10', '5.2.1'];

/** Codes by which a relay asks for authentication or TLS, in reply to any command. */
const authenticationCodes = [530, 534, 535, 538];

const bySubject: Readonly<Record<string, BounceClass>> = {
  '1': 'address',
  '2': 'mailbox',
  '3': 'routing',
  '4': 'routing',
  '5': 'other',
  '6': 'content',
  '7': 'policy',
};

const byDetail: Readonly<Record<string, BounceClass>> = {
  '1.2': 'routing',
  '1.7': 'policy',
  '1.8': 'policy',
  '2.1': 'address',
  '2.3': 'size',
  '3.4': 'size',
  '4.6': 'routing',
};

/** What an enhanced status code is about. */
export function classOfCode(enhanced: string): BounceClass {
  const [, subject = '', detail = ''] = enhanced.split('.');
  return byDetail[`${subject}.${detail}`] ?? bySubject[subject] ?? 'other';
}

/** What a reply code means for a mail, in reply to any command. */
export function classify(code: number, enhanced: string | null, text: string): ReplyVerdict {
  if (code >= 200 && code < 300) return { kind: 'accepted' };
  if (authenticationCodes.includes(code)) return { kind: 'relay-refuses' };
  // Why: 421 says "not now" even after the dot; 503 is about the order of commands, not about the mail; and anything
  // that is not 5xx may be different later.
  if (code < 500 || code > 599 || code === 503) return { kind: 'deferred', about: bounceClassOf(code, enhanced, text) };
  const bounce = bounceClassOf(code, enhanced, text);
  return { kind: 'rejected', bounce, suppresses: suppresses(enhanced, bounce) };
}

/** Invariant: a policy refusal never suppresses an address. Without an enhanced code only plain words do. */
const suppresses = (enhanced: string | null, bounce: BounceClass): boolean =>
  enhanced === null ? bounce === 'address' : suppressing.includes(enhanced);

function bounceClassOf(code: number, enhanced: string | null, text: string): BounceClass {
  if (enhanced !== null) return classOfCode(enhanced);
  if (code === 552 || code === 452) return 'size';
  if (blocked.test(text)) return 'policy';
  if ((code === 550 || code === 551 || code === 553) && unknownMailbox.test(text)) return 'address';
  return code === 554 ? 'policy' : 'other';
}

const blocked =
  /spam|block|black ?list|deny|denied|polic|reputation|unsolicited|authenticat|dmarc|spf|dkim|relay|prohibit|rate|limit/i;
const unknownMailbox =
  /no such (?:user|mailbox|recipient|person|address|local user)|(?:user|recipient|mailbox|address|account) (?:is )?(?:unknown|not found|does not exist|doesn't exist|invalid)|unknown (?:user|recipient|mailbox|address|local part)|invalid (?:recipient|mailbox)/i;
