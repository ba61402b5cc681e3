import type { ProjectContext } from '#platform/context';
import type { Claim, Ending } from '#platform/spool';
import type { Mail } from './mail.ts';
import type { AttemptEntry, Effect } from './result.ts';
import type { DeliveryTools } from './tools.ts';

/** A mail in the hands of a worker. */
export interface Handling {
  readonly ctx: ProjectContext;
  readonly claim: Claim;
  readonly mail: Mail;
  readonly tools: DeliveryTools;
}

/** How a claim ends without, or besides, an answer of a relay. */
export interface HandlingEnd {
  readonly effect: Effect;
  /** The attempt that passed the gate; null when none did. */
  readonly gatedAs?: number | null;
  readonly entry?: AttemptEntry | null;
}

/** Records the end of a claim. The claim is ended with it, whether it counted or another worker was first. */
export async function endWith({ ctx, claim, mail, tools }: Handling, end: HandlingEnd): Promise<Ending> {
  const { effect, gatedAs = null, entry = null } = end;
  const counted = await tools.desk.record(ctx, { claim, mail, effect, gatedAs, entry });
  if (!counted) tools.figures.countLate();
  return 'ended';
}
