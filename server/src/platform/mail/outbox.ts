/** Mail about an account: verification, password reset, invitation. Never a customer's mail. */
export interface AccountMail {
  to: string;
  subject: string;
  text: string;
}

export interface Outbox {
  /** False when nothing is configured: then addresses need no verification. */
  readonly canSend: boolean;
  send(mail: AccountMail): Promise<void>;
}
