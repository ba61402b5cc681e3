/** One request to a URL that a customer gave. */
export interface OutgoingCall {
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Those of the connection itself (`Host`, `Content-Length`, `Connection` and the like) are ours; given ones are dropped. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | null;
  /** Everything included, from the name look-up to the last byte read. */
  readonly totalMs?: number;
  readonly maxReplyBytes?: number;
}

/**
 * Why nothing came back. `url`, `address` and `request`: the call is not allowed or not possible as it is given, nothing was sent
 * and a repeat has the same end unless the customer changes something. `request` is a header that HTTP cannot carry.
 * After `timeout` and `reply` the other side may have acted on the request.
 */
export type FailureReason = 'url' | 'address' | 'request' | 'name' | 'connection' | 'tls' | 'reply' | 'timeout';

export interface CallFailure {
  readonly kind: 'failed';
  readonly reason: FailureReason;
  /** A sentence for the customer. It names no address that a name led to. */
  readonly message: string;
}

export interface CallReply {
  readonly kind: 'replied';
  /** As it was sent: redirects are not followed. */
  readonly statusCode: number;
  readonly contentType: string | null;
  readonly retryAfter: string | null;
  /** As it was sent: nothing is decompressed. */
  readonly body: Buffer;
  /** There was more than `maxReplyBytes`. */
  readonly isTruncated: boolean;
}

export type CallOutcome = CallReply | CallFailure;

export const failed = (reason: FailureReason, message: string): CallFailure => ({ kind: 'failed', reason, message });
