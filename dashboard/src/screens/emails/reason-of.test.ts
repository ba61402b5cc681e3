import { expect, test } from 'vitest';
import { reasonOf } from './reason-of.ts';

const email = {
  to: 'm.santos@example.org',
  error: null,
  bounceType: null,
  reason: null,
  holdReason: null,
  attempts: 1,
} as const;

test('a mail that goes on or ended well needs no reason', () => {
  for (const kind of ['delivered', 'handed', 'sending', 'waiting'] as const) expect(reasonOf(email, kind)).toBeNull();
});

test('an unknown mailbox is said as such, with the codes and the words of the other side', () => {
  const error = '550 5.1.1 <m.santos@example.org>: no such user here';

  expect(reasonOf({ ...email, error, bounceType: 'Permanent' }, 'bounced')).toEqual({
    code: '550',
    note: '5.1.1, for good',
    sentences: ['Nobody has this address, says the mailbox host of example.org.'],
    theirWords: error,
    isWarning: false,
  });
});

test('a refusal by rules does not blame the address', () => {
  const reason = reasonOf({ ...email, error: '550-5.7.1 blocked', bounceType: 'Permanent' }, 'bounced');

  expect(reason?.note).toBe('5.7.1, for good');
  expect(reason?.sentences[0]).toContain('not because of the address');
});

test('words without a code are not cut into one', () => {
  const reason = reasonOf({ ...email, error: '2024 was a good year', reason: 'REJECTED' }, 'failed');

  expect(reason).toMatchObject({ code: 'Failed', theirWords: '2024 was a good year' });
  expect(reason?.note).toBeUndefined();
});

test('what is not over is a warning', () => {
  const error = '452 4.2.2 mailbox full';

  expect(reasonOf({ ...email, error, attempts: 3 }, 'retrying')).toMatchObject({
    code: '452',
    note: '4.2.2, for now',
    isWarning: true,
    sentences: [expect.stringContaining('3 tries so far')],
  });
  expect(reasonOf({ ...email, holdReason: 'PROJECT_PAUSED' }, 'held')).toMatchObject({ code: 'Held', isWarning: true });
});
