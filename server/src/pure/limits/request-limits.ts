import { instead, kilobyte, limit, megabyte, rate, refused, tooBig, tooMany } from './limit.ts';

/** What every request meets. */
export const requestLimits = {
  requestsPerCaller: rate(
    { max: 1_000, windowSeconds: 60 },
    'Requests of a project with its secret keys, as many again with its public keys, and as many of a signed-in person; each is counted apart.',
    { ...tooMany('project', 'D-132'), sees: '`scope: "project"` or `"user"`' },
  ),
  failedAuthenticationsPerNetwork: rate(
    { max: 100, windowSeconds: 60 },
    'Requests of a network with a wrong key or session, so that keys cannot be guessed.',
    tooMany('address', 'D-134'),
  ),
  wrongLinksPerAddress: rate(
    { max: 60, windowSeconds: 60 },
    'Wrong or incomplete links of mail from a client address.',
    tooMany('address', 'D-656'),
  ),
  bodyBytes: limit(megabyte, 'A body, where nothing else is said.', refused('PAYLOAD_TOO_LARGE', 'D-112')),
  accountBodyBytes: limit(
    16 * kilobyte,
    'A form of accounts and projects: no more is read of an unknown caller.',
    refused('PAYLOAD_TOO_LARGE', 'D-112'),
  ),
  sendBodyBytes: limit(
    60 * megabyte,
    'A body of `POST /v1/send`; less where `MAX_ATTACHMENT_BYTES` allows less.',
    refused('PAYLOAD_TOO_LARGE', 'D-603'),
  ),
  jsonValues: limit(
    100_000,
    'Values of a body over 100,000 bytes, because each needs memory when it is parsed.',
    refused('INVALID_REQUEST_BODY', 'D-112'),
  ),
  jsonLevels: limit(
    40,
    'Nesting of a body; a condition of ten levels takes 34.',
    refused('INVALID_REQUEST_BODY', 'D-112'),
  ),
  jsonBytesOutsideTexts: limit(
    4 * megabyte,
    'Bytes of a body that are not in texts.',
    refused('INVALID_REQUEST_BODY', 'D-112'),
  ),
  requestHeaderBytes: limit(16 * kilobyte, 'The header of a request.', refused('HEADER_TOO_LARGE')),
  requestHeaderSeconds: limit(10, 'How long the header of a request may take to arrive.', refused('REQUEST_TIMEOUT')),
  requestSeconds: limit(30, 'How long a whole request may take to arrive.', refused('REQUEST_TIMEOUT')),
  pathParameterCharacters: limit(2_000, 'A name or id in a path.', refused('RESOURCE_NOT_FOUND')),
  largeBodyBytesPerProcess: limit(
    64 * megabyte,
    'Bodies over 1 MB that a process holds at once; another one waits a second.',
    refused('OVERLOADED', 'D-603'),
  ),
  largeBodyBytesPerProject: limit(
    32 * megabyte,
    'Bodies over 1 MB of one project while another project waits.',
    refused('OVERLOADED', 'D-603'),
  ),
  uploadBytesPerProcess: limit(40 * megabyte, 'Uploads that a process holds at once.', refused('OVERLOADED')),
  idempotencyKeyCharacters: limit(255, 'An `Idempotency-Key`.', refused('BAD_REQUEST', 'D-136')),
  problemsPerReply: limit(50, 'Entries of `errors`.', instead('the rest is listed after a correction', 'D-142')),
  rowsPerPage: limit(100, '`limit` and `pageSize` of lists.', instead('100 are returned', 'D-128')),
  addressCharacters: limit(254, 'An email address.', { ...tooBig('D-120'), sees: '`invalid_string`' }),
  addressLocalPartCharacters: limit(64, 'The part of an email address before the `@`.', {
    ...tooBig('D-120'),
    sees: '`invalid_string`',
  }),
} as const;
