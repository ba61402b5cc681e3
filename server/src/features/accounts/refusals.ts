import { missing, refusal } from '#platform/refusals';

export const InvalidCredentials = refusal('unauthenticated', 'INVALID_CREDENTIALS', () => ({
  message: 'The address or the password is wrong.',
}));

export const InvalidToken = refusal('unfit', 'INVALID_TOKEN', () => ({
  message: 'This link was used, has expired, or is not ours.',
  suggestion: 'Ask for a new one.',
}));

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
