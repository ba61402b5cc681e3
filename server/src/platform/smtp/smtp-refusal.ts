/** A negative reply of the listener: a code, an enhanced code (RFC 3463) and a text. */
export type SmtpRefusal = Error & { readonly responseCode: number };

export const smtpRefusal = (responseCode: number, enhanced: string, text: string): SmtpRefusal =>
  Object.assign(new Error(`${enhanced} ${text}`), { responseCode });

export const isSmtpRefusal = (error: unknown): error is SmtpRefusal =>
  error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number';

/** For internal failures: the sender keeps the mail and tries again. */
export const tryLater = (): SmtpRefusal => smtpRefusal(451, '4.3.0', 'Not possible now, try again later');
