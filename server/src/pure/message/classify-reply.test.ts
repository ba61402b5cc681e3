import { expect, test } from 'vitest';
import { classify, type ReplyVerdict } from './classify-reply.ts';
import { parseReply, queueIdOf } from './reply.ts';

const rejected = (bounce: string, suppresses = false) => ({ kind: 'rejected', bounce, suppresses });
const deferred = (about: string) => ({ kind: 'deferred', about });

const table: [reply: string, verdict: object][] = [
  ['250 2.0.0 Ok: queued as 4F1A2', { kind: 'accepted' }],
  ['550 5.1.1 <x@example.com>: user unknown', rejected('address', true)],
  ['550 5.1.10 RESOLVER.ADR.RecipientNotFound', rejected('address', true)],
  ['550 5.2.1 The account is disabled', rejected('address', true)],
  ['550 5.1.2 Bad destination system', rejected('routing')],
  ['553 5.1.3 Bad destination mailbox syntax', rejected('address')],
  ['550 5.1.0 Address rejected', rejected('address')],
  ['552 5.2.2 Mailbox full', rejected('mailbox')],
  ['552 5.3.4 Message too big', rejected('size')],
  ['554 5.6.0 Bad content', rejected('content')],
  ['550 5.7.1 Rejected by policy', rejected('policy')],
  ['550 5.7.515 Access denied, sending domain does not meet the required authentication level', rejected('policy')],
  ['550 5.7.1 User unknown', rejected('policy')],
  ['554 5.7.0 Blocked', rejected('policy')],
  ['550 5.4.1 Recipient address rejected: Access denied', rejected('routing')],
  ['550 No such user here', rejected('address', true)],
  ['550 user unknown', rejected('address', true)],
  ['550 mailbox unavailable', rejected('other')],
  ['550 Requested action not taken', rejected('other')],
  ['550 Denied: no such user, your IP is blacklisted', rejected('policy')],
  ['552 too much mail data', rejected('size')],
  ['554 Transaction failed', rejected('policy')],
  ['421 4.7.0 Try again later', deferred('policy')],
  ['421 Service not available', deferred('other')],
  ['450 4.2.1 Mailbox busy', deferred('address')],
  ['451 4.3.0 Local error', deferred('routing')],
  ['452 4.2.2 Over quota', deferred('mailbox')],
  ['452 Too many recipients', deferred('size')],
  ['300 odd', deferred('other')],
  ['503 5.5.1 Bad sequence of commands', deferred('other')],
  ['999 odd', deferred('other')],
  ['530 5.7.0 Must issue STARTTLS first', { kind: 'relay-refuses' }],
  ['535 5.7.8 Authentication failed', { kind: 'relay-refuses' }],
];

test.each(table)('%s (M7)', (text, verdict) => {
  const reply = parseReply(text);

  expect(reply && classify(reply.code, reply.enhanced, reply.text)).toEqual(verdict);
});

test('no policy refusal suppresses an address, whatever it says (M7)', () => {
  for (let detail = 0; detail <= 600; detail += 1) {
    const verdict: ReplyVerdict = classify(550, `5.7.${detail}`, 'no such user');
    expect(verdict).toMatchObject({ kind: 'rejected', suppresses: false });
  }
});

test('a reply of many lines is read as one', () => {
  expect(parseReply('550-5.7.1 First line\r\n550-5.7.1 second\r\n550 5.7.1 third')).toEqual({
    code: 550,
    enhanced: '5.7.1',
    text: 'First line second third',
  });
  expect(parseReply('250 ok')).toEqual({ code: 250, enhanced: null, text: 'ok' });
  expect(parseReply('354')).toEqual({ code: 354, enhanced: null, text: '' });
  expect(parseReply('hello')).toBeNull();
  expect(parseReply(`550 ${'x\u0000'.repeat(5_000)}`)?.text).toHaveLength(512);
});

test.each([
  ['Ok: queued as 4F1A2B', '4F1A2B'],
  ['OK id=1sXyZ-0001-Ab', '1sXyZ-0001-Ab'],
  ['Ok 0100018f-aaaa-bbbb-cccc-1234567890ab-000000', '0100018f-aaaa-bbbb-cccc-1234567890ab-000000'],
  ['Great success', null],
])('the queue id in "%s"', (text, id) => {
  expect(queueIdOf(text)).toBe(id);
});
