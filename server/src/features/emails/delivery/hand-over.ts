import { crashPoint } from '#platform/faults';
import type { Ending } from '#platform/spool';
import type { Session } from '#platform/transports';
import type { GateAnswer } from './gate.ts';
import type { Handling } from './handling.ts';
import { endWith } from './handling.ts';
import { mayLeave } from './may-leave.ts';
import type { OpenedMail } from './open-mail.ts';
import { openMail } from './open-mail.ts';
import { recordAnswer } from './record-answer.ts';
import { relayDown, withhold } from './withhold.ts';

/** A gate's yes is used at once or not at all: a process that slept in between may have lost its claim. */
const freshMs = 5_000;
const tries = 2;

/** Brings the message to a relay, asks the gate, releases the end, and records what came of it. */
export async function handOver(handling: Handling): Promise<Ending> {
  const { claim, tools } = handling;
  const claimedAt = new Date();
  let gatedAs: number | null = null;
  for (let tryNumber = 1; ; tryNumber += 1) {
    const opened = await openMail(handling).catch((error: unknown) => {
      // The gate has counted an attempt that sent nothing: it is taken back, or it would be a doubt. The next claim meets
      // the same error before the gate, and says what it means for the mail.
      if (gatedAs === null) throw error;
      return null;
    });
    if (claim.signal.aborted) return giveUp(handling, opened, gatedAs);
    if (!opened) return gatedAs === null ? relayDown() : giveUp(handling, null, gatedAs);
    if (opened.opening.kind === 'over') {
      return recordAnswer(handling, { ...opened.opening, opened, claimedAt, gatedAs, committingAt: null });
    }
    const { session } = opened.opening;
    await crashPoint('delivery.body');
    if (tools.desk.stuck > 0) return giveUp(handling, opened, gatedAs);
    const askedAt = performance.now();
    const answer = await tools.gate.ask({ claim, isAgain: gatedAs !== null });
    if (answer.kind !== 'open') return turnedAway(handling, session, answer, gatedAs);
    await crashPoint('delivery.gated');
    gatedAs = answer.attempt;
    if (performance.now() - askedAt > freshMs || tools.desk.stuck > 0) return giveUp(handling, opened, gatedAs);

    const releasing = session.release();
    await crashPoint('delivery.dot');
    const { outcome, wasSent } = await releasing;
    await crashPoint('delivery.replied');
    // The link was lost before the dot: no doubt, and one more try under the same claim.
    if (!wasSent && tryNumber < tries && outcome.kind === 'deferred' && outcome.about === 'relay') continue;
    const { committingAt } = answer;
    const passed = { outcome, facts: session.facts, opened, claimedAt, gatedAs, committingAt };
    const ending = await recordAnswer(handling, passed);
    tools.figures.windowClosed((performance.now() - askedAt) / 1_000);
    return ending;
  }
}

/** The process stops, no fresh link could be had, or results cannot be recorded: nothing was sent, and the row says so. */
async function giveUp(handling: Handling, opened: OpenedMail | null, gatedAs: number | null): Promise<Ending> {
  if (opened?.opening.kind === 'ready') opened.opening.session.abandon();
  return gatedAs === null ? 'released' : withdraw(handling);
}

/** Whether the gate let this claim pass or not, it sent no dot. */
const withdraw = (handling: Handling): Promise<Ending> => endWith(handling, { effect: { kind: 'withdrawn' } });

/** The gate said no, or its answer was lost. Nothing leaves; why not is read from the database. */
async function turnedAway(
  handling: Handling,
  session: Session,
  answer: GateAnswer,
  gatedAs: number | null,
): Promise<Ending> {
  const { ctx, claim, tools } = handling;
  session.abandon();
  if (answer.kind === 'lost' || gatedAs !== null) return withdraw(handling);
  const now = await tools.load(ctx, claim.id);
  const verdict = now && mayLeave(now.facts);
  // The claim was lost, or what stood in the way has just gone.
  if (!now || !verdict || verdict.kind === 'go') return { afterSeconds: 1 };
  return withhold({ ...handling, mail: now }, verdict);
}
