import { type CallContext, callUrl } from '#platform/outgoing-calls';

export interface SnsReply {
  readonly status: number;
  readonly body: string;
}

const totalMs = 5_000;

/**
 * Fetches a certificate or confirms a subscription at Amazon SNS. Only for URLs that were checked: https, a host of the
 * service, nothing else in them. The rules for calls to URLs from outside hold as well.
 */
export async function fetchFromSns(ctx: CallContext, address: URL): Promise<SnsReply> {
  const outcome = await callUrl(ctx, { url: address.href, method: 'GET', totalMs }, ctx.config.SNS_STAND_IN);
  if (outcome.kind === 'failed') throw new Error(`Amazon SNS could not be asked: ${outcome.message}`);
  if (outcome.isTruncated) throw new Error('the answer is too large');
  return { status: outcome.statusCode, body: outcome.body.toString() };
}
