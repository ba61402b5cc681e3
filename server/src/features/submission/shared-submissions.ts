import { ByteBudget } from '#platform/budget';
import { type InstanceContext, perApp } from '#platform/context';
import { type MailReader, makeMailReader } from '#platform/mail-reader';
import { connectionsByAddress, OpenCounts } from '#platform/smtp';
import { maxMessageBytes } from './max-message-bytes.ts';

/** What the two ports of a process share. */
export interface SharedSubmissions {
  readonly maxBytes: number;
  /** Bytes of messages that are held at once; one project has half of them at most. */
  readonly budget: ByteBudget;
  readonly reader: MailReader;
  readonly addresses: ReturnType<typeof connectionsByAddress>;
  readonly projects: OpenCounts;
  readonly answers: ReturnType<InstanceContext['metrics']['counter']>;
  /** Listeners that are open; the last one closes the reader. */
  users: number;
}

const heldBytes = 67_108_864;

export const sharedSubmissions = perApp(({ config, log, metrics }: InstanceContext): SharedSubmissions => {
  const maxBytes = maxMessageBytes(config);
  const budgetBytes = Math.max(heldBytes, 2 * maxBytes);
  return {
    maxBytes,
    budget: new ByteBudget({ maxBytes: budgetBytes, maxPerOwner: budgetBytes / 2 }),
    reader: makeMailReader({ maxBytes, onLost: (error) => log.warn({ error }, 'thread that reads mail ended') }),
    addresses: connectionsByAddress(config.SUBMISSION_CONNECTION_SECONDS),
    projects: new OpenCounts(),
    answers: metrics.counter('submission_answers_total', 'Replies to mails that were submitted, by code.'),
    users: 0,
  };
});
