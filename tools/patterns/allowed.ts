/** A pattern that may take more than one pass, and why its text is never long. */
export interface AllowedPattern {
  readonly file: string;
  readonly pattern: string;
  /** What bounds the text before the pattern is applied. */
  readonly bound: string;
}

export const allowedPatterns: readonly AllowedPattern[] = [
  { file: 'server/src/platform/crypto/password.ts', pattern: '=+$', bound: 'base64 of 16 or 32 bytes of our own' },
];
