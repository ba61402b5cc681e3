/** How far the parts are from their total: 0 when they add up, above 0 when some are missing. */
export const differenceOf = (total: number, parts: readonly { count: number }[]): number =>
  total - parts.reduce((sum, { count }) => sum + count, 0);

/** The sentence for a difference, without a guess at its cause. */
export function differenceSentence(difference: number, formatted: string): string {
  return difference > 0 ? `Does not add up: ${formatted} missing` : `Does not add up: ${formatted} too many`;
}
