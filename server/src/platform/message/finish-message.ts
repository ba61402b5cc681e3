import { messageProblems } from '#pure/message';
import { composeMessage } from './compose-message.ts';
import type { MessageParts } from './message-parts.ts';
import type { DkimKey } from './sign-message.ts';
import { signMessage } from './sign-message.ts';

/** The message breaks the rules of M9; it never leaves. A bug of ours, or content nobody thought of. */
export class MessageUnfit extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The message is not fit to be sent: ${problems.join('; ')}.`);
    this.name = 'MessageUnfit';
    this.problems = problems;
  }
}

/** Composes, signs (unless the relay does) and looks at the result once more. */
export async function finishMessage(parts: MessageParts, key: DkimKey | null): Promise<Buffer> {
  const composed = await composeMessage(parts);
  const message = key ? await signMessage(composed, key) : composed;
  const problems = messageProblems(message, parts.to.address);
  if (problems.length > 0) throw new MessageUnfit(problems);
  return message;
}
