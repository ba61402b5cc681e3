import { missing, refusal } from '#platform/refusals';

export const EmailNotFound = missing('RESOURCE_NOT_FOUND', 'email');

export const TestMailFull = refusal(
  'unfit',
  'STORAGE_LIMIT_REACHED',
  (limitBytes: number, retryAfterSeconds: number) => ({
    message: `A project may have ${Math.floor(limitBytes / 1_048_576)} MB of test mail accepted in a day, and this is more.`,
    suggestion: 'Send smaller test mail, or wait. The operator of this instance can raise TEST_BYTES_PER_DAY.',
    details: { limitBytes },
    retryAfterSeconds,
  }),
);

export const BodyExpired = refusal('unfit', 'EMAIL_BODY_EXPIRED', () => ({
  message: 'The content of this email is no longer kept.',
}));
