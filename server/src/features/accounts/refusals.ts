import { missing, refusal } from '#platform/refusals';
import type { RateLimit } from '#pure/limits';

export const InvalidCredentials = refusal('unauthenticated', 'INVALID_CREDENTIALS', () => ({
  message: 'The address or the password is wrong.',
}));

export const InvalidToken = refusal('unfit', 'INVALID_TOKEN', () => ({
  message: 'This link was used, has expired, or is not ours.',
  suggestion: 'Ask for a new one.',
}));

export const NewPasswordRequired = refusal('forbidden', 'NEW_PASSWORD_REQUIRED', () => ({
  message: 'This browser is not signed in to the account that the link belongs to.',
  suggestion: 'Sign in first and open the link again, or choose a new password: send it as newPassword.',
}));

export const FreshSignInRequired = refusal('forbidden', 'FRESH_SIGN_IN_REQUIRED', (providers: readonly string[]) => ({
  message: 'An account without a password asks for a sign-in of the last ten minutes.',
  suggestion: 'Sign in with your provider again, or ask for a password reset, then repeat this.',
  details: { providers },
}));

export const TooManyGuesses = refusal(
  'throttled',
  'RATE_LIMIT_EXCEEDED',
  ({ max: limit, windowSeconds }: RateLimit, retryAfter: number) => ({
    message: 'Too many wrong passwords for this account.',
    suggestion: 'Ask for a password reset: its link works, and signing in from the same place afterwards.',
    details: { retryAfter, limit, windowSeconds, scope: 'user' },
    retryAfterSeconds: retryAfter,
  }),
);

export const EmailTaken = refusal('conflict', 'EMAIL_TAKEN', () => ({
  message: 'There is already an account with this address.',
  suggestion: 'Sign in, or reset the password.',
}));

export const SignupsDisabled = refusal('forbidden', 'SIGNUPS_DISABLED', () => ({
  message: 'Sign-up is closed on this instance.',
  suggestion: 'Ask a team member for an invitation.',
}));

export const EmailVerificationRequired = refusal('forbidden', 'EMAIL_VERIFICATION_REQUIRED', () => ({
  message: 'Verify your email address first.',
  suggestion: 'Open the link in the verification mail, or ask for a new one.',
}));

export const SessionNotFound = missing('RESOURCE_NOT_FOUND', 'session');
export const ProviderNotFound = missing('RESOURCE_NOT_FOUND', 'provider');
