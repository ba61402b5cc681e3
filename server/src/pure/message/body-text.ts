/** Text of a body part as it can be encoded: line ends alike, no zero bytes or other controls, whole characters. */
export function cleanBodyText(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it is about
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, ' ')
  );
}
