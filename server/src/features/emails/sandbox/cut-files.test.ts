import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { composeMessage } from '#platform/message';
import { cutFiles, putFilesBack } from './cut-files.ts';

const parts = {
  emailId: '0192f0c2-a1b4-7c3e-9d5f-6a7b8c9d0e1f',
  createdAt: new Date('2026-01-01T00:00:00Z'),
  from: { address: 'a@acme.example', name: null },
  to: { address: 'ann@example.com', name: null },
  replyTo: null,
  subject: 'Files',
  html: '<p>Hello</p>',
  text: 'Hello',
  headers: {},
  unsubscribeUrl: null,
};

const file = (content: Buffer, disposition: 'attachment' | 'inline' = 'attachment') => ({
  filename: 'data.bin',
  contentType: 'application/octet-stream',
  contentId: disposition === 'inline' ? 'picture' : null,
  disposition,
  content,
});

test.each([
  ['one file', [randomBytes(100_000)]],
  ['files of odd lengths', [randomBytes(70_001), randomBytes(57 * 1_200), randomBytes(70_002)]],
  ['the same bytes twice', [Buffer.alloc(80_000, 7), Buffer.alloc(80_000, 7)]],
])('files are cut out of a message and put back: %s', async (_name, contents) => {
  const attachments = contents.map((content, index) => file(content, index === 1 ? 'inline' : 'attachment'));
  const message = await composeMessage({ ...parts, attachments });
  const files = contents.map((content, index) => ({ blob: `blob ${index}`, content }));

  const { kept, cuts } = cutFiles(message, files);
  const back = putFilesBack(kept, cuts, new Map(files.map(({ blob, content }) => [blob, content])));

  expect(cuts.length).toBeGreaterThan(0);
  expect(kept.length).toBeLessThan(message.length - (contents[0]?.length ?? 0));
  expect(back?.equals(message)).toBe(true);
  expect(putFilesBack(kept, cuts, new Map())).toBeNull();
});

test('a file that is not in the message is ignored', () => {
  const message = Buffer.from('no such file');

  expect(cutFiles(message, [{ blob: 'a', content: randomBytes(100) }])).toEqual({ kept: message, cuts: [] });
});
