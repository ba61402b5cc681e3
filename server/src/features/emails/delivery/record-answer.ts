import type { ClaimEnding } from '#platform/spool';
import type { AttemptFacts, HandOverOutcome } from '#platform/transports';
import { retryDelaySeconds } from '#pure/message';
import { type ClaimedMail, endClaim } from './claimed-mail.ts';
import { doubtSeconds } from './doubt.ts';
import type { OpenedMail } from './open-mail.ts';
import type { AttemptEntry, ResultEffect } from './result.ts';

/** The answer of a relay, or its absence, with the facts of the attempt. */
export interface RelayAnswer {
  readonly outcome: HandOverOutcome;
  readonly facts: AttemptFacts;
  readonly opened: Pick<OpenedMail, 'bytes' | 'envelope'>;
  readonly claimedAt: Date;
  readonly gatedAs: number | null;
  readonly committingAt: Date | null;
}

/** Records what the answer means for the mail. */
export async function recordAnswer(claimed: ClaimedMail, answer: RelayAnswer): Promise<ClaimEnding> {
  const { mail, tools } = claimed;
  const { outcome, gatedAs } = answer;
  const attempt = gatedAs ?? mail.delivery.attempt + 1;
  const entry = entryOf(claimed, answer, attempt);
  const ending = await endClaim(claimed, await effectOf(claimed, outcome, attempt), { gatedAs, entry });
  // Why apart: a dead provider of one project is nothing that the operator has to be woken for.
  const isOwnFault = mail.providerId !== null && entry.reasonClass === 'relay';
  tools.metrics.countOutcome(outcome.kind, isOwnFault ? 'own-provider' : entry.reasonClass);
  if (outcome.kind === 'unknown') tools.metrics.countDoubt();
  if (outcome.kind === 'accepted') tools.metrics.handedOver((Date.now() - mail.createdAt.getTime()) / 1_000);
  return ending;
}

async function effectOf(claimed: ClaimedMail, outcome: HandOverOutcome, attempt: number): Promise<ResultEffect> {
  switch (outcome.kind) {
    case 'accepted':
      return { kind: 'sent', isUnconfirmed: false };
    case 'rejected': {
      const closure = { status: 'FAILED', reason: 'REJECTED' } as const;
      return { kind: 'closed', closure, error: outcome.reason, isDeadAddress: outcome.suppresses };
    }
    case 'deferred': {
      const { retryAfterSeconds, dueInSeconds } = outcome;
      const scheduled = retryDelaySeconds({ attempts: attempt, retryAfterSeconds, random: Math.random() });
      return { kind: 'later', afterSeconds: dueInSeconds ?? scheduled };
    }
    case 'unknown':
      return { kind: 'doubt', afterSeconds: await doubtSeconds(claimed) };
  }
}

const logged = { accepted: 'ACCEPTED', deferred: 'DEFERRED', rejected: 'REJECTED', unknown: 'UNKNOWN' } as const;

function entryOf({ tools }: ClaimedMail, answer: RelayAnswer, attempt: number): AttemptEntry {
  const { outcome, facts, opened, claimedAt, committingAt } = answer;
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
    envelope: opened.envelope,
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
