/** Text of a body part as it can be encoded: line ends alike, no zero bytes or other controls, whole characters. */
export function cleanBodyText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\t\n]/gu, ' ');
}
