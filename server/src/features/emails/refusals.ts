import { missing, refusal } from '#platform/refusals';

export const EmailNotFound = missing('RESOURCE_NOT_FOUND', 'email');

export const BodyExpired = refusal('unfit', 'EMAIL_BODY_EXPIRED', () => ({
  message: 'The content of this email is no longer kept.',
}));
