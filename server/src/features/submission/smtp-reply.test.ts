import { expect, test } from 'vitest';
import { refusalOf } from './smtp-reply.ts';

const reply = (status: number, error: object, isTemporary = status >= 500) => ({
  status,
  isTemporary,
  requestId: 'x',
  body: { error: { code: 'X', message: 'No.', ...error } },
});

test('a refusal of the HTTP library, whose server is being stopped, asks to try again', () => {
  const body = { error: 'Service Unavailable', statusCode: 503 };

  expect(refusalOf({ status: 503, isTemporary: true, requestId: 'x', body })).toMatchObject({ responseCode: 451 });
});

test.each<[number, object, boolean | undefined, number, string]>([
  [401, {}, undefined, 535, '5.7.8 No.'],
  [402, {}, undefined, 550, '5.7.1 No.'],
  [403, { suggestion: 'Do this.' }, undefined, 550, '5.7.1 No. Do this.'],
  [404, {}, undefined, 550, '5.6.0 No.'],
  [409, {}, undefined, 550, '5.6.0 No.'],
  [409, {}, true, 452, '4.3.1 No.'],
  [400, {}, true, 452, '4.3.1 No.'],
  [413, {}, undefined, 552, '5.3.4 No.'],
  [
    422,
    { errors: [{ field: 'to.0.email', code: 'invalid_string', message: 'Bad.' }] },
    undefined,
    550,
    '5.1.3 No.: to.0.email: Bad.',
  ],
  [
    422,
    { errors: [{ field: 'attachments', code: 'too_big', message: 'Big.' }] },
    undefined,
    552,
    '5.3.4 No.: attachments: Big.',
  ],
  [
    422,
    { errors: [{ field: 'headers.X-\r\nY', code: 'custom', message: 'Ö.' }] },
    undefined,
    550,
    '5.6.0 No.: headers.X-??Y: ?.',
  ],
  [429, {}, true, 450, '4.7.1 No.'],
  [500, {}, undefined, 451, '4.3.0 No.'],
  [503, {}, true, 451, '4.3.0 No.'],
])('%i %j becomes a reply of SMTP (D-688)', (status, error, isTemporary, responseCode, message) => {
  expect(refusalOf(reply(status, error, isTemporary))).toMatchObject({ responseCode, message });
});
