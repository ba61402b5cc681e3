import { isTopicOfProject } from '#features/emails';
import type { Config } from '#platform/config';
import { type InstanceContext, perApp } from '#platform/context';
import { type ClientFacts, TooManyRequests } from '#platform/identity';
import { localRates, network } from '#platform/rate-limit';
import { snsSigningKey } from '#platform/sns';
import { certificateAddress, isSignedBy, isTopicArn, readSnsMessage, type SnsMessage, topicIn } from '#pure/sns';

const maxAgeMs = 3_600_000;
/** Clocks differ. */
const maxAheadMs = 900_000;

/** Anyone may post one. */
export type PostedContext = InstanceContext & { readonly client: ClientFacts };

/** A genuine message, and whose topic it came from: the operator's, which counts for every project, or one that a project named. */
export interface VerifiedMessage {
  readonly message: SnsMessage;
  readonly isOfInstance: boolean;
}

/**
 * The message in a body, or null when any check fails (D-680): known topic, certificate address, signature, age.
 * Why the age is checked before the certificate is fetched: cheap checks come first; every failure has the same result.
 * Why the database's clock: a process whose own is an hour off would refuse every notice.
 */
export async function verifyMessage(ctx: PostedContext, body: string): Promise<VerifiedMessage | null> {
  const topic = topicIn(body);
  if (topic === null || !isTopicArn(topic)) return null;
  const isOfInstance = isSesUsed(ctx.config) && ctx.config.SES_SNS_TOPIC_ARNS.includes(topic);
  if (!isOfInstance && !(await isNamed(ctx, topic))) return null;
  const message = readSnsMessage(body);
  if (!message) return null;
  const address = certificateAddress(message.signingCertUrl, topic);
  if (!address) return null;
  const now = await ctx.read(async (reader) => reader.now);
  if (!isFresh(message.timestamp, now)) return null;
  const key = await snsSigningKey(ctx, address, now);
  return key && isSignedBy(message, key) ? { message, isOfInstance } : null;
}

const unknownTopics = perApp(() => localRates());

/** Whether a project has named the topic. Why unknown ones are counted by address: each costs a statement. */
async function isNamed(ctx: PostedContext, topic: string): Promise<boolean> {
  const max = ctx.config.OPEN_CALLS_PER_ADDRESS;
  const windowSeconds = 60;
  const count = unknownTopics(ctx);
  const from = network(ctx.client.address);
  const { used, resetSeconds } = count(from, windowSeconds); // before the statement: many may come at once
  if (max > 0 && used > max) throw TooManyRequests('address', { max, windowSeconds }, resetSeconds);
  const isKnown = await isTopicOfProject(ctx, topic);
  if (isKnown) count(from, windowSeconds, -1);
  return isKnown;
}

/** Whether the instance itself sends by Amazon SES. */
export const isSesUsed = ({ MAIL_RELAYS }: Config): boolean => MAIL_RELAYS.some(({ kind }) => kind === 'ses');

function isFresh(timestamp: string, now: Date): boolean {
  const age = now.getTime() - Date.parse(timestamp);
  return age <= maxAgeMs && age >= -maxAheadMs; // false for an invalid time
}
