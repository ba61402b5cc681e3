/** The same for all attempts, so that a repeat after doubt is recognised as the same message. */
export const messageIdOf = (emailId: string, senderDomain: string): string => `<${emailId}@${senderDomain}>`;

/** The email id in a Message-ID of ours, or null. */
export function emailIdOf(messageId: string): string | null {
  const match = /^<?([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})@/.exec(messageId.trim());
  return match?.[1] ?? null;
}
