/**
 * The answer of a name server. `absent`: there is no such name, or no record of this type; that is definite.
 * `unanswered`: a time-out, a failing server or an invalid response; nothing may be concluded.
 */
export type DnsAnswer<T> =
  | { readonly kind: 'found'; readonly values: readonly T[] }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unanswered'; readonly reason: string };

export const unanswered = (reason: string): DnsAnswer<never> => ({ kind: 'unanswered', reason });

const definite = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/** The answer behind an error of the resolver. */
export function answerOf(error: unknown): DnsAnswer<never> {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'EUNKNOWN';
  return definite.has(code) ? { kind: 'absent' } : unanswered(code);
}
