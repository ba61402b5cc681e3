/** Short before the dot, where everything can be repeated; long after it. */
export interface SmtpTimeouts {
  readonly connectMs: number;
  readonly greetingMs: number;
  /** A command, or a block of the body. */
  readonly stepMs: number;
  readonly answerMs: number;
  /** How long an idle link is kept. */
  readonly idleMs: number;
}

export const defaultTimeouts: SmtpTimeouts = {
  connectMs: 15_000,
  greetingMs: 30_000,
  stepMs: 60_000,
  answerMs: 600_000,
  idleMs: 20_000,
};
