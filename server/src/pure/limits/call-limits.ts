import { instead, kilobyte, limit } from './limit.ts';

/** Calls to URLs that customers give: steps of workflows, notifications of events. */
export const callLimits = {
  callUrlCharacters: limit(
    2_048,
    'A URL that is called, as it is rendered.',
    instead('nothing is sent; the call fails'),
  ),
  callMilliseconds: limit(
    15_000,
    'One call in all: name look-up, connection, TLS, request and reply.',
    instead('the call has failed by a time-out', 'D-917'),
  ),
  callReplyBytes: limit(64 * kilobyte, 'Bytes of a reply that are read.', instead('the rest is not read', 'D-917')),
  callReplyHeaderBytes: limit(16 * kilobyte, 'Headers of a reply.', instead('the call has failed')),
  callsPerProject: limit(5, 'Calls of a project at once, in one process.', instead('further ones wait', 'D-917')),
  callsPerHost: limit(
    2,
    'Calls of a project to one host at once, in one process.',
    instead('further ones wait', 'D-917'),
  ),
} as const;
