import { expect, test } from 'vitest';
import { projectContext } from '#platform/context';
import { noticeYard } from '#testing/notice-yard';
import { oddTexts } from '#testing/odd-texts';
import type { EmailId } from '../email.ts';
import { noteDelay } from './note-delay.ts';
import type { Notice } from './notice.ts';

test('whatever words a notice carries, it is applied', async () => {
  const yard = await noticeYard();
  const at = new Date();
  const about = (text: string): readonly Record<string, unknown>[] => [
    { kind: 'bounce', at, bounceType: 'Permanent', isAboutAddress: true, diagnostic: text },
    { kind: 'complaint', at, feedbackType: text },
    { kind: 'reject', at, error: text },
  ];
  for (const text of oddTexts(512)) {
    for (const word of about(text)) {
      const [emailId] = (await yard.mails(1, 'unknown')) as [EmailId]; // one was asked for
      expect(await yard.apply({ ...word, emailId } as unknown as Notice)).toEqual([]); // words of the list above
      expect((await yard.email(emailId)).status).toMatch(/BOUNCED|COMPLAINED|FAILED/);
    }
  }
  const { rows } = await yard.client.query(
    `select max(length(data->>'diagnostic')) as told, (select max(length(error)) from emails) as kept from events`,
  );
  expect(rows[0].told).toBeLessThanOrEqual(512);
  expect(rows[0].kept).toBeLessThanOrEqual(512);
});

test('whatever words a delay carries, it is noted', async () => {
  const yard = await noticeYard();
  const [emailId] = (await yard.mails(1)) as [EmailId]; // one was asked for
  const ctx = projectContext(yard.app.app.cellar, yard.project.id);
  for (const [place, diagnostic] of oddTexts(512).entries()) {
    const at = new Date(Date.UTC(2026, 0, 1, 0, place));
    expect(await ctx.transaction((tx) => noteDelay(tx, { emailId, at, diagnostic }))).toBe(true);
  }
});
