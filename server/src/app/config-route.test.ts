import { expect, test } from 'vitest';
import { testApp } from '../../testing/index.ts';

const ses = JSON.stringify([{ kind: 'ses', region: 'eu-west-1' }, { url: 'smtp://127.0.0.1:2525' }]);

test.each([
  ['no relay', '', { enabled: false, transport: 'none' }],
  ['an SMTP relay', 'smtp://127.0.0.1:2525', { enabled: true, transport: 'smtp' }],
  ['Amazon SES before an SMTP relay', ses, { enabled: true, transport: 'ses' }],
])('with %s the configuration shows how mail is sent (D-1040)', async (_what, relays, email) => {
  const app = await testApp({ MAIL_RELAYS: relays });

  const { body } = await app.anyone.get('/config');

  expect(body.features.email).toEqual({ ...email, trackingToggleEnabled: true });
});

test('limits that are settings are shown with their values (D-1040)', async () => {
  const settings = { MAX_ATTACHMENTS: '3', MAX_ATTACHMENT_BYTES: '2097152', IDEMPOTENCY_TTL_HOURS: '48' };
  const closed = { SIGNUPS: 'closed', DASHBOARD_FOLDER: 'none' };
  const app = await testApp({ ...settings, ...closed, INBOUND_HOST: 'mx.acme.example' });

  const { body } = await app.anyone.get('/config');

  expect(body.limits).toMatchObject({ attachments: 3, attachmentBytes: 2_097_152, idempotencyHours: 48 });
  expect(body.features).toMatchObject({ inbound: { enabled: true }, billing: { enabled: false }, authProviders: {} });
  expect(body.signupsEnabled).toBe(false);
  expect(body.urls.dashboard).toBeNull();
});

const plain = { SUBMISSION_LISTEN: '127.0.0.1', SUBMISSION_ALLOW_PLAIN: 'true' };

test.each([
  ['nothing set', {}, { enabled: false, domain: null, ports: { submission: null, secure: null } }],
  [
    'a port that a container maps',
    { ...plain, SUBMISSION_PORT: '0', SUBMISSION_PUBLIC_PORT: '587', SUBMISSION_HOST: 'smtp.acme.example' },
    { enabled: true, domain: 'smtp.acme.example', ports: { submission: 587, secure: null } },
  ],
])('with %s the configuration shows where programs hand mail in by SMTP (D-1040)', async (_what, settings, smtp) => {
  const app = await testApp(settings);

  const { body } = await app.anyone.get('/config');

  expect(body.features.smtp).toEqual(smtp);
});
