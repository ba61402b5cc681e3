import { type FaultRun, randomFrom } from '../fault-run.ts';
import { callInside } from './addresses-inside.ts';
import { checkDeadTarget } from './dead-target.ts';
import { checkGoneTarget } from './gone-target.ts';
import { judgeCalls, judgeInside } from './judge.ts';
import { checkNeighbours } from './neighbours.ts';
import { inWebhookSetup } from './setup.ts';
import { runUnderKills } from './under-kills.ts';

const sizes = {
  short: { projects: 2, events: 200, kills: 4, neighbourEvents: 30, waiting: 20_000 },
  long: { projects: 16, events: 800, kills: 50, neighbourEvents: 300, waiting: 1_000_000 },
};

/** P13: notifications of events to receivers that misbehave, are dead or lead inside, while workers are killed (F22 to F24, T16, T44). */
export const webhookFaults: FaultRun = ({ isShort, seed, count, check }) =>
  inWebhookSetup(async (setup) => {
    const { neighbourEvents, waiting, ...plan } = isShort ? sizes.short : sizes.long;
    await checkNeighbours(setup, neighbourEvents, check);
    await callInside(setup, check);
    await checkGoneTarget(setup, check);
    const events = count ?? plan.events;
    const result = await runUnderKills(setup, { ...plan, events, random: randomFrom(seed) });
    const { tracked, kills, steps, hasVanished, refusedRebinding } = result;
    check(
      'webhooks: meanwhile workers were killed, a host went away and a name led inside',
      kills === plan.kills && hasVanished && refusedRebinding > 0,
      { kills, steps, hasVanished, refusedRebinding },
    );
    await judgeCalls(setup, tracked, check);
    await checkDeadTarget(setup, waiting, check);
    await judgeInside(setup, check);
  });
