import { classify } from '#pure/message';

interface RefusalVerdict {
  readonly status: string | null;
  readonly isPermanent: boolean;
  readonly isAboutAddress: boolean;
}

const enhancedForm = /(?:^|[\s;:#(=-])([245])\.(\d{1,3})\.(\d{1,3})(?![\d.])/g;
const replyForm = /(?:^|[\s;:([<>-])([45]\d\d)(?=[ \-:;,]|$)/;

/**
 * What a status and the diagnostic text beside it mean. The most specific code counts: a reporter's `5.0.0` only says
 * that something failed, the refusing server's own code says what.
 * Invariant: if any code is a policy refusal (5.7.x), the refusal is never about the address (M7).
 */
export function judgeRefusal(given: string | null, words: string): RefusalVerdict {
  const codes = [...(given ? codesIn(given) : []), ...codesIn(words)];
  const status = codes.find((code) => !code.endsWith('.0.0')) ?? codes[0] ?? null;
  const reply = Number(replyForm.exec(words)?.[1] ?? 0);
  // Why the reporter's class first: it knows whether it gave up, whatever the last server said.
  const first = codes[0]?.[0] ?? (reply > 0 ? String(reply)[0] : '5');
  const isPermanent = first === '5';
  const isPolicy = codes.some((code) => code.startsWith('5.7.'));
  const specific = status?.endsWith('.0.0') ? null : status;
  const verdict = classify(reply >= 500 ? reply : 550, specific, words);
  const isAboutAddress = isPermanent && !isPolicy && verdict.kind === 'rejected' && verdict.suppresses;
  return { status, isPermanent, isAboutAddress };
}

const codesIn = (text: string): string[] =>
  [...text.slice(0, 2_000).matchAll(enhancedForm)]
    .map(([, kind, subject, detail]) => `${kind}.${Number(subject)}.${Number(detail)}`)
    .filter((code) => !code.startsWith('2.'));
