import { messageProblems } from '#pure/message';
import { composeMessage } from './compose-message.ts';
import type { MessageParts } from './message-parts.ts';
import { type DkimKey, signMessage } from './sign-message.ts';

/** The message breaks the rules of M9; it is never sent. A bug of ours, or unexpected content. */
export class MessageUnfit extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The message is not fit to be sent: ${problems.join('; ')}.`);
    this.name = 'MessageUnfit';
    this.problems = problems;
  }
}

/** Composes, signs (unless the relay does) and checks the result. */
export async function finishMessage(parts: MessageParts, key: DkimKey | null): Promise<Buffer> {
  const composed = await composeMessage(parts);
  const message = key ? await signMessage(composed, key) : composed;
  const problems = messageProblems(message, parts.to.address);
  if (problems.length > 0) throw new MessageUnfit(problems);
  return message;
}
