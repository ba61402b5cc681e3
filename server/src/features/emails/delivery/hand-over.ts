import { crashPoint } from '#platform/faults';
import type { ClaimEnding } from '#platform/spool';
import type { Session } from '#platform/transports';
import { relayDown } from './await-turn.ts';
import { type ClaimedMail, endClaim } from './claimed-mail.ts';
import type { GateAnswer } from './gate.ts';
import { mayLeave } from './may-leave.ts';
import { type OpenedMail, openMail } from './open-mail.ts';
import { type RelayAnswer, recordAnswer } from './record-answer.ts';
import { withhold } from './withhold.ts';

/** A pass of the gate is used at once or not at all: a process that was suspended in between may have lost its claim. */
const freshMs = 5_000;
const maxTries = 2;

/** Sends the message to a relay but for its final dot, asks the gate, releases the dot, and records the outcome. */
export async function handOver(claimed: ClaimedMail): Promise<ClaimEnding> {
  const { claim, tools } = claimed;
  const claimedAt = new Date();
  let gatedAs: number | null = null;
  let lostAnswer: RelayAnswer | null = null;
  for (let tryNumber = 1; ; tryNumber += 1) {
    const opened = await openMail(claimed).catch((error: unknown) => {
      // The gate has counted an attempt that sent nothing: its failure is recorded, or it would be a doubt. The next claim
      // meets the same error before the gate, and handles it there.
      if (lostAnswer === null) throw error;
      return null;
    });
    if (claim.signal.aborted) return giveUp(claimed, opened, gatedAs);
    // The relay went down with the first try: what it said is on record, so that a person sees why the mail waits.
    if (!opened) return lostAnswer === null ? relayDown() : recordAnswer(claimed, lostAnswer);
    if (opened.opening.kind === 'over') {
      return recordAnswer(claimed, { ...opened.opening, opened, claimedAt, gatedAs, committingAt: null });
    }
    const { session } = opened.opening;
    await crashPoint('delivery.body');
    if (tools.results.stuck > 0) return giveUp(claimed, opened, gatedAs);
    const askedAt = performance.now();
    const answer = await tools.gate.ask({ claim, isAgain: gatedAs !== null, isTest: claimed.mail.isTest });
    if (answer.kind !== 'open') return endAtGate(claimed, session, answer, gatedAs);
    await crashPoint('delivery.gated');
    gatedAs = answer.attempt;
    if (performance.now() - askedAt > freshMs || tools.results.stuck > 0) return giveUp(claimed, opened, gatedAs);

    const releasing = session.release();
    await crashPoint('delivery.dot');
    const { outcome, wasSent } = await releasing;
    await crashPoint('delivery.replied');
    const { committingAt } = answer;
    const relayAnswer: RelayAnswer = { outcome, facts: session.facts, opened, claimedAt, gatedAs, committingAt };
    // The connection was lost before the dot: no doubt, and one more try under the same claim.
    if (!wasSent && tryNumber < maxTries && outcome.kind === 'deferred' && outcome.about === 'relay') {
      lostAnswer = relayAnswer;
      continue;
    }
    const ending = await recordAnswer(claimed, relayAnswer);
    tools.metrics.windowClosed((performance.now() - askedAt) / 1_000);
    return ending;
  }
}

/** The process stops, or results cannot be recorded: nothing was sent, and the row is reset. */
async function giveUp(claimed: ClaimedMail, opened: OpenedMail | null, gatedAs: number | null): Promise<ClaimEnding> {
  if (opened?.opening.kind === 'ready') opened.opening.session.abandon();
  return gatedAs === null ? 'released' : withdraw(claimed, gatedAs);
}

/** Whether this claim has passed the gate or not, it sent no dot. */
const withdraw = (claimed: ClaimedMail, passedAs: number | null): Promise<ClaimEnding> =>
  endClaim(claimed, { kind: 'withdrawn', passedAs });

/** The gate refused, or its answer was lost. Nothing leaves; the reason is read from the database. */
async function endAtGate(
  claimed: ClaimedMail,
  session: Session,
  answer: GateAnswer,
  gatedAs: number | null,
): Promise<ClaimEnding> {
  const { ctx, claim, tools } = claimed;
  session.abandon();
  if (answer.kind === 'lost' || gatedAs !== null) return withdraw(claimed, gatedAs);
  const now = await tools.load(ctx, claim.id);
  const verdict = now && mayLeave(now.facts);
  // The claim was lost, or the reason of the refusal has just gone.
  if (!now || !verdict || verdict.kind === 'go') return { afterSeconds: 1 };
  return withhold({ ...claimed, mail: now }, verdict);
}
