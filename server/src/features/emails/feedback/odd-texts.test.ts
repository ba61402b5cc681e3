import { expect, test } from 'vitest';
import { projectContext } from '#platform/context';
import { noticeSetup } from '#testing/notice-setup';
import { oddTexts } from '#testing/odd-texts';
import type { EmailId } from '../email.ts';
import { noteDelay } from './note-delay.ts';
import type { Notice } from './notice.ts';

test('a notice with any text is applied, and at most 512 characters of it are kept (D-630)', async () => {
  const setup = await noticeSetup();
  const at = new Date();
  const about = (text: string): readonly Record<string, unknown>[] => [
    { kind: 'bounce', at, bounceType: 'Permanent', isAboutAddress: true, diagnostic: text },
    { kind: 'complaint', at, feedbackType: text },
    { kind: 'reject', at, error: text },
  ];
  for (const text of oddTexts(512)) {
    for (const content of about(text)) {
      const [emailId] = (await setup.mails(1, 'unknown')) as [EmailId]; // one was asked for
      expect(await setup.apply({ ...content, emailId } as unknown as Notice)).toEqual([]); // entries of the list above
      expect((await setup.email(emailId)).status).toMatch(/BOUNCED|COMPLAINED|FAILED/);
    }
  }
  const { rows } = await setup.client.query(
    `select max(length(data->>'diagnostic')) as shown, (select max(length(error)) from emails) as kept from events`,
  );
  expect(rows[0].shown).toBeLessThanOrEqual(512);
  expect(rows[0].kept).toBeLessThanOrEqual(512);
});

test('a delay with any text is recorded', async () => {
  const setup = await noticeSetup();
  const [emailId] = (await setup.mails(1)) as [EmailId]; // one was asked for
  const ctx = projectContext(setup.app.app.services, setup.project.id);
  for (const [index, diagnostic] of oddTexts(512).entries()) {
    const at = new Date(Date.UTC(2026, 0, 1, 0, index));
    expect(await ctx.transaction((tx) => noteDelay(tx, { emailId, at, diagnostic }))).toBe(true);
  }
});
