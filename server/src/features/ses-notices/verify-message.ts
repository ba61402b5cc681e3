import type { InstanceContext } from '#platform/context';
import { snsSigningKey } from '#platform/sns';
import type { SnsMessage } from '#pure/sns';
import { certificateAddress, isSignedBy, readSnsMessage, topicIn } from '#pure/sns';

const oldestMs = 3_600_000;
/** Clocks differ. */
const mostAheadMs = 900_000;

/**
 * The message in a body, or null when any check fails (D-680): listed topic, certificate address, signature, age.
 * Why the age comes before the certificate is fetched: what costs little is looked at first; every failure answers alike.
 * Why the database's clock: a process whose own is an hour off would refuse every notice.
 */
export async function verifyMessage(ctx: InstanceContext, body: string): Promise<SnsMessage | null> {
  const topic = topicIn(body);
  if (topic === null || !ctx.config.SES_SNS_TOPIC_ARNS.includes(topic)) return null;
  const message = readSnsMessage(body);
  if (!message) return null;
  const address = certificateAddress(message.signingCertUrl, topic);
  if (!address) return null;
  const now = await ctx.read(async (reader) => reader.now);
  if (!isFresh(message.timestamp, now)) return null;
  const key = await snsSigningKey(ctx.config, address, now);
  return key && isSignedBy(message, key) ? message : null;
}

function isFresh(timestamp: string, now: Date): boolean {
  const age = now.getTime() - Date.parse(timestamp);
  return age <= oldestMs && age >= -mostAheadMs; // false for what is no time at all
}
