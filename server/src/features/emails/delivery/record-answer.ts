import type { Ending } from '#platform/spool';
import type { AttemptFacts, HandOverOutcome } from '#platform/transports';
import { retryDelaySeconds } from '#pure/message';
import type { Handling } from './handling.ts';
import { endWith } from './handling.ts';
import type { OpenedMail } from './open-mail.ts';
import type { AttemptEntry, Effect } from './result.ts';
import { doubtSeconds } from './settle-doubt.ts';

/** An answer of a relay, or the lack of one. */
export interface Passed {
  readonly outcome: HandOverOutcome;
  readonly facts: AttemptFacts;
  readonly opened: Pick<OpenedMail, 'bytes' | 'mailFrom'>;
  readonly claimedAt: Date;
  readonly gatedAs: number | null;
  readonly committingAt: Date | null;
}

/** What an answer means for the mail, written down. */
export async function recordAnswer(handling: Handling, passed: Passed): Promise<Ending> {
  const { mail, tools } = handling;
  const { outcome, gatedAs } = passed;
  const attempt = gatedAs ?? mail.delivery.attempt + 1;
  const entry = entryOf(handling, passed, attempt);
  const ending = await endWith(handling, { effect: await effectOf(handling, outcome, attempt), gatedAs, entry });
  tools.figures.countOutcome(outcome.kind, entry.reasonClass);
  if (outcome.kind === 'unknown') tools.figures.countDoubt();
  if (outcome.kind === 'accepted') tools.figures.handedOver((Date.now() - mail.createdAt.getTime()) / 1_000);
  return ending;
}

async function effectOf(handling: Handling, outcome: HandOverOutcome, attempt: number): Promise<Effect> {
  switch (outcome.kind) {
    case 'accepted':
      return { kind: 'sent', isUnconfirmed: false };
    case 'rejected': {
      const closing = { status: 'FAILED', reason: 'REJECTED' } as const;
      return { kind: 'closed', closing, error: outcome.reason, suppresses: outcome.suppresses };
    }
    case 'deferred': {
      const { retryAfterSeconds, dueInSeconds } = outcome;
      const scheduled = retryDelaySeconds({ attempts: attempt, retryAfterSeconds, random: Math.random() });
      return { kind: 'later', afterSeconds: dueInSeconds ?? scheduled };
    }
    case 'unknown':
      return { kind: 'doubt', waitSeconds: await doubtSeconds(handling) };
  }
}

const logged = { accepted: 'ACCEPTED', deferred: 'DEFERRED', rejected: 'REJECTED', unknown: 'UNKNOWN' } as const;

function entryOf({ tools }: Handling, passed: Passed, attempt: number): AttemptEntry {
  const { outcome, facts, opened, claimedAt, committingAt } = passed;
  return {
    attempt,
    outcome: logged[outcome.kind],
    facts,
    reasonClass: classOf(outcome),
    reply: outcome.kind === 'accepted' ? (facts.reply?.text ?? null) : outcome.reason,
    claimedAt,
    committingAt,
    bootId: tools.bootId,
    worker: tools.worker,
    bytes: opened.bytes,
    mailFrom: opened.mailFrom,
  };
}

function classOf(outcome: HandOverOutcome): string | null {
  switch (outcome.kind) {
    case 'accepted':
      return null;
    case 'deferred':
      return outcome.about;
    case 'rejected':
      return outcome.bounce;
    case 'unknown':
      return 'answer-lost';
  }
}
