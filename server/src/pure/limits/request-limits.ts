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
  connectionsWaiting: limit(
    4_096,
    'Connections that a process has not taken up yet, so that a burst of callers is refused with a reply; the system may allow fewer (`net.core.somaxconn`).',
    instead('no connection; the client tries again'),
  ),
  requestHeaderBytes: limit(16 * kilobyte, 'The header of a request.', refused('HEADER_TOO_LARGE')),
  requestHeaderSeconds: limit(10, 'How long the header of a request may take to arrive.', refused('REQUEST_TIMEOUT')),
  requestSeconds: limit(30, 'How long a whole request may take to arrive.', refused('REQUEST_TIMEOUT')),
  replySilenceSeconds: limit(
    60,
    'How long a reader may take nothing of a file that is sent while it is read.',
    instead('the reply is cut off'),
  ),
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
  streamsPerProject: limit(20, 'Open streams of a project in one process.', tooMany('project', 'D-1043')),
  streamsPerProcess: limit(1_000, 'Open streams of a process.', refused('OVERLOADED', 'D-1043')),
  streamBytesUnread: limit(
    256 * kilobyte,
    'What the reader of a stream has not taken yet.',
    instead('the connection is closed; the reader continues with `Last-Event-ID`', 'D-1046'),
  ),
  streamSeconds: limit(900, 'How long a stream stays open.', instead('it ends; the reader continues', 'D-1046')),
  uploadBytesPerProcess: limit(40 * megabyte, 'Uploads that a process holds at once.', refused('OVERLOADED')),
  idempotencyKeyCharacters: limit(255, 'An `Idempotency-Key`.', refused('BAD_REQUEST', 'D-136')),
  agentMessageIdCharacters: limit(200, 'The id of a message of an agent.', refused('VALIDATION_ERROR', 'D-1070')),
  agentMethodCharacters: limit(100, 'The method of a message of an agent.', refused('VALIDATION_ERROR', 'D-1070')),
  problemsPerReply: limit(50, 'Entries of `errors`.', instead('the rest is listed after a correction', 'D-142')),
  loggedBodyBytes: limit(
    16 * kilobyte,
    'A body in the request log, of a call that succeeded.',
    instead('the rest is left out', 'D-1045'),
  ),
  loggedErrorBytes: limit(
    64 * kilobyte,
    'A body in the request log, of a call that failed.',
    instead('the rest is left out', 'D-1045'),
  ),
  loggedCallsPerProject: rate(
    { max: 2_000, windowSeconds: 60 },
    'Calls of a project that one process writes to the request log.',
    instead('a line for each second says how many were left out', 'D-1045'),
  ),
  loggedCallsLookedAt: limit(
    10_000,
    'Calls that one page of `GET /logs` looks at, and that its `total` counts.',
    instead('a short page with a cursor', 'D-1042'),
  ),
  loggedIdsShown: limit(
    200,
    'Ids of a call of which `GET /logs/:requestId` says whether they are emails, contacts or events.',
    instead('the first of them', 'D-1042'),
  ),
  ignoredFieldsLogged: limit(
    20,
    '`ignoredFields` of a call in the request log.',
    instead('the first of them', 'D-1042'),
  ),
  keyUsesShown: limit(20, '`usage` of `GET /projects/:id/keys`.', instead('those with most calls', 'D-1115')),
  keyUsesPerHour: limit(
    200,
    'Different user agents and networks of a project that are counted in an hour.',
    instead('further ones are summed in one line', 'D-1115'),
  ),
  rowsPerPage: limit(100, '`limit` and `pageSize` of lists.', instead('100 are returned', 'D-128')),
  addressCharacters: limit(254, 'An email address.', { ...tooBig('D-120'), sees: '`invalid_string`' }),
  addressLocalPartCharacters: limit(64, 'The part of an email address before the `@`.', {
    ...tooBig('D-120'),
    sees: '`invalid_string`',
  }),
} as const;
