/** External texts that a database refuses when they are cut or stored without care. Around a limit of this length. */
export function oddTexts(maxLength: number): string[] {
  const around = [-2, -1, 0, 1].map((more) => `${'x'.repeat(maxLength + more)}\u{1f4e8}\u{1f4e8} and on`);
  return [
    ...around,
    '\u{1f4e8}'.repeat(maxLength),
    `x${'\u{1f4e8}'.repeat(maxLength)}`,
    'half \ud83d of a pair',
    'the other \udce8 half',
    `${'x'.repeat(maxLength - 1)}\ud83d`,
    '\ud83d',
    'zero \0 byte',
    '\0'.repeat(2 * maxLength),
    `${'x'.repeat(maxLength - 1)}\0\u{1f4e8}`,
    '\\u0000 \\ud83d "quoted" \\',
    'x'.repeat(100_000),
  ];
}
