import { classify } from '#pure/message';
import { type Fields, fieldsIn, listIn, parseFields, textIn } from './read-fields.ts';

export interface Bounce {
  readonly bounceType: 'Permanent' | 'Transient';
  readonly isAboutAddress: boolean;
  readonly diagnostic: string | null;
}

/** The service's terms for "no such mailbox" and "on a suppression list" (D-634). */
const addressClasses = ['NoEmail', 'Suppressed', 'OnAccountSuppressionList'];

/** Every type other than Permanent counts as Transient. */
export function readBounce(bounce: Fields): Bounce {
  const isPermanent = textIn(bounce, 'bounceType') === 'Permanent';
  const recipient = parseFields(listIn(bounce, 'bouncedRecipients')[0]) ?? fieldsIn({}, '');
  const diagnostic = textIn(recipient, 'diagnosticCode') ?? textIn(recipient, 'status');
  return {
    bounceType: isPermanent ? 'Permanent' : 'Transient',
    isAboutAddress: isPermanent && isAboutAddress(textIn(bounce, 'bounceSubType') ?? '', recipient),
    diagnostic,
  };
}

/** Invariant: a policy refusal (5.7.x) is never about the address, whatever class it is filed under (M7). */
function isAboutAddress(subType: string, recipient: Fields): boolean {
  const status = codeIn(textIn(recipient, 'status') ?? '');
  const diagnosed = codeIn(textIn(recipient, 'diagnosticCode') ?? '');
  if ([status, diagnosed].some((code) => code?.startsWith('5.7.'))) return false;
  if (addressClasses.includes(subType)) return true;
  const code = status ?? diagnosed;
  if (code === null) return false;
  const verdict = classify(550, code, '');
  return verdict.kind === 'rejected' && verdict.suppresses;
}

const codeIn = (text: string): string | null => /(?:^|[\s;:#(-])(5\.\d{1,3}\.\d{1,3})(?!\d)/.exec(text)?.[1] ?? null;
