/** Text of a body part as it can be encoded: line ends alike, no zero bytes or other controls, whole characters. */
export function cleanBodyText(text: string): string {
  const whole = text.toWellFormed();
  const lines = whole.includes('\r') ? whole.replace(/\r\n?/g, '\n') : whole;
  return lines.replace(/[^\P{Cc}\t\n]/gu, ' ');
}
