import type { InstanceContext } from '#platform/context';
import { snsSigningKey } from '#platform/sns';
import { certificateAddress, isSignedBy, readSnsMessage, type SnsMessage, topicIn } from '#pure/sns';

const maxAgeMs = 3_600_000;
/** Clocks differ. */
const maxAheadMs = 900_000;

/**
 * The message in a body, or null when any check fails (D-680): listed topic, certificate address, signature, age.
 * Why the age is checked before the certificate is fetched: cheap checks come first; every failure has the same result.
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
  const key = await snsSigningKey(ctx, address, now);
  return key && isSignedBy(message, key) ? message : null;
}

function isFresh(timestamp: string, now: Date): boolean {
  const age = now.getTime() - Date.parse(timestamp);
  return age <= maxAgeMs && age >= -maxAheadMs; // false for an invalid time
}
