import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { createTransport } from 'nodemailer';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openSubmissionSetup, submissionCertificate } from '#testing/submission-setup';

const guide = join(import.meta.dirname, '../../../../docs/guides/smtp.md');

test('the program of the guide sends a mail', async () => {
  const setup = await openSubmissionSetup(inject('templateDatabase'));
  onTestFinished(() => setup.close());
  const { secretKey } = await setup.given.project();
  const code = /<!-- snippet: nodemailer -->\n```js[^\n]*\n(.*?)```/s.exec(await readFile(guide, 'utf8'))?.[1] ?? '';
  const env = { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(setup.port), POSTRIDER_KEY: secretKey };
  const trusting = (options: object) => createTransport({ ...options, tls: { ca: submissionCertificate().cert } });
  const program = `(async () => { ${code}; transport.close(); return sent.response; })()`;

  expect(await runInNewContext(program, { createTransport: trusting, process: { env } })).toMatch(
    /^250 2\.0\.0 Accepted as /,
  );
  const { body } = await setup.as(secretKey).get('/emails');
  expect(body.data).toMatchObject([{ to: 'ada@example.com', toName: 'Ada', subject: 'Your receipt' }]);
});
