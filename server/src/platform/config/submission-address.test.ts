import { expect, test } from 'vitest';
import { submissionAddress } from './submission-settings.ts';

const unset = {
  BASE_URL: 'https://mail.acme.example:8443',
  SUBMISSION_HOST: null,
  SUBMISSION_PORT: null,
  SUBMISSION_TLS_PORT: null,
  SUBMISSION_PUBLIC_PORT: null,
  SUBMISSION_PUBLIC_TLS_PORT: null,
};

test('programs use the ports that listen and the host of BASE_URL', () => {
  const address = submissionAddress({ ...unset, SUBMISSION_PORT: 587, SUBMISSION_TLS_PORT: 465 });

  expect(address).toEqual({ host: 'mail.acme.example', port: 587, tlsPort: 465 });
});

test('a port that is mapped is the one that programs use, where something listens', () => {
  const mapped = { SUBMISSION_PUBLIC_PORT: 587, SUBMISSION_PUBLIC_TLS_PORT: 465, SUBMISSION_HOST: 'smtp.acme.example' };
  const address = submissionAddress({ ...unset, ...mapped, SUBMISSION_TLS_PORT: 2_465 });

  expect(address).toEqual({ host: 'smtp.acme.example', port: null, tlsPort: 465 });
});

test('a port that the system chooses is not shown', () => {
  expect(submissionAddress({ ...unset, SUBMISSION_PORT: 0 }).port).toBeNull();
});
