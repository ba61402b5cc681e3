import { classify, parseReply, queueIdOf } from '#pure/message';
import { cut } from '#pure/text';
import type { AttemptFacts, EarlyOutcome, HandOverOutcome } from '../outcome.ts';
import type { OutgoingMessage, ReleaseResult, Session } from '../transport.ts';
import { HeldMessage } from './held-message.ts';
import type { Link } from './link.ts';
import { earlyOutcome, relayFailed, replyIn, replyText } from './smtp-failure.ts';
import type { SmtpTimeouts } from './timeouts.ts';

/** `isLinkLost`: no reply was about the mail, so another link may do better. */
export type HoldResult =
  | { readonly kind: 'ready'; readonly session: Session }
  | {
      readonly kind: 'over';
      readonly outcome: EarlyOutcome;
      readonly facts: AttemptFacts;
      readonly isLinkLost: boolean;
      /** It refused in good order and can carry another message. */
      readonly isReusable: boolean;
    };

/** Sends MAIL, RCPT, DATA and the whole body over a link, and holds back the final dot. */
export async function holdSession(
  link: Link,
  { message, envelope, signal }: OutgoingMessage,
  timeouts: SmtpTimeouts,
  done: (link: Link, isReusable: boolean) => void,
): Promise<HoldResult> {
  const facts = link.facts();
  const answer = Promise.withResolvers<string>();
  answer.promise.catch(() => {}); // handled where it is awaited
  const deadline = makeDeadline(() => {
    answer.reject(new Error('The relay did not answer in time.'));
    link.smtp.close();
  });
  const held = new HeldMessage(message, () => deadline.restart(timeouts.stepMs));
  let isOver = false;
  let isAnswered = false;
  // Why later: the client closes a link before it passes on the reply that made it do so.
  const closed = (): void => void setImmediate(() => answer.reject(new Error('The relay closed the connection.')));
  const abort = (): void => link.smtp.close();
  const settle = (): void => {
    isOver = true;
    deadline.stop();
    link.smtp.off('end', closed);
    signal.removeEventListener('abort', abort);
  };

  deadline.restart(3 * timeouts.stepMs); // MAIL, RCPT and DATA may be one round trip or three
  link.smtp.on('end', closed);
  signal.addEventListener('abort', abort, { once: true });
  link.carried += 1;
  link.smtp.send({ from: envelope.from, to: [envelope.to], size: message.length }, held, (error, info) => {
    isAnswered = true;
    if (error) answer.reject(error);
    else answer.resolve(info?.response ?? '');
  });

  const early = await Promise.race([
    held.drained.then(() => flushed(link, held)).then(() => null),
    answer.promise.then(
      () => new Error('The relay answered before the message had ended.'),
      (error: unknown) => error,
    ),
  ]);
  if (signal.aborted && early === null) link.smtp.close();
  if (early !== null || signal.aborted) {
    settle();
    const reply = replyIn(early);
    Object.assign(facts, { reply, repliedAt: reply ? new Date() : null });
    const outcome = signal.aborted ? relayFailed('The hand-over was given up.') : earlyOutcome(early);
    const isReusable = reply !== null && reply.code !== 421 && !link.smtp.destroyed;
    const isLinkLost = outcome.kind === 'deferred' && (reply === null || reply.code === 421);
    return { kind: 'over', outcome, facts, isLinkLost, isReusable };
  }
  deadline.stop();

  const session: Session = {
    facts,
    get isLive() {
      return !isAnswered && isAlive(link);
    },
    abandon() {
      if (isOver) return;
      settle();
      link.smtp.close();
      done(link, false);
    },
    async release(): Promise<ReleaseResult> {
      // Why isAnswered: a reply that came before the dot is no reply to it, whatever it says.
      if (isOver || isAnswered || !isAlive(link)) {
        settle();
        link.smtp.close();
        done(link, false);
        return { outcome: relayFailed('The link was lost before the message ended.'), wasSent: false };
      }
      signal.removeEventListener('abort', abort); // it can no longer be aborted
      link.socket.setTimeout(timeouts.answerMs);
      deadline.restart(timeouts.answerMs);
      held.release();
      const result = await answer.promise.then(
        (response) => finalOutcome(facts, response),
        (error: unknown) => lateFailure(facts, error),
      );
      settle();
      if (!link.smtp.destroyed) link.socket.setTimeout(timeouts.stepMs);
      const isReusable = facts.reply !== null && facts.reply.code !== 421 && !link.smtp.destroyed;
      if (!isReusable) link.smtp.close();
      done(link, isReusable);
      return { outcome: result, wasSent: true };
    },
  };
  return { kind: 'ready', session };
}

function finalOutcome(facts: AttemptFacts, response: string): HandOverOutcome {
  const reply = parseReply(response);
  Object.assign(facts, { reply, repliedAt: new Date(), queueId: reply ? queueIdOf(reply.text) : null });
  return { kind: 'accepted', transportId: facts.queueId };
}

/** After the dot: a 4xx or 5xx of the server is definite; everything else is doubt. */
function lateFailure(facts: AttemptFacts, error: unknown): HandOverOutcome {
  const reply = replyIn(error);
  Object.assign(facts, { reply, repliedAt: reply ? new Date() : null });
  if (!reply || reply.code < 400 || reply.code > 599) {
    return { kind: 'unknown', reason: cut((error as Error).message, 512) }; // the client throws errors
  }
  const verdict = classify(reply.code, reply.enhanced, reply.text);
  if (verdict.kind === 'rejected') return { ...verdict, reason: replyText(reply) };
  const about = verdict.kind === 'deferred' ? verdict.about : 'relay';
  return { kind: 'deferred', reason: replyText(reply), about };
}

/** Waits until the body is written to the socket, so that only the dot is missing. */
async function flushed(link: Link, held: HeldMessage): Promise<void> {
  do await new Promise((resolve) => setImmediate(resolve));
  while (isAlive(link) && (held.readableLength > 0 || link.socket.writableLength > 0));
}

const isAlive = ({ smtp, socket }: Link): boolean =>
  !smtp.destroyed && !socket.destroyed && !socket.readableEnded && socket.writable;

interface Deadline {
  restart(milliseconds: number): void;
  stop(): void;
}

/** A deadline for a step. The idle timeout of the socket does not cover a server that sends slowly. */
function makeDeadline(onLate: () => void): Deadline {
  let timer: NodeJS.Timeout | undefined;
  return {
    restart(milliseconds) {
      clearTimeout(timer);
      timer = setTimeout(onLate, milliseconds);
    },
    stop: () => clearTimeout(timer),
  };
}
