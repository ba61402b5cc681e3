/** A number in a shape that is no limit of callers. */
export interface AllowedNumber {
  readonly path: string;
  readonly reason: string;
}

export const allowedNumbers: readonly AllowedNumber[] = [
  { path: 'server/src/features/jobs/shapes.ts', reason: 'progress in percent, in a reply' },
  { path: 'server/src/features/emails/provider/shapes.ts', reason: 'the numbers that a port can have' },
];
