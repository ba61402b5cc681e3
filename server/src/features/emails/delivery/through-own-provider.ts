import type { ClaimEnding } from '#platform/spool';
import { relayDown } from './await-turn.ts';
import type { ClaimedMail } from './claimed-mail.ts';
import { rateOf } from './own-sessions.ts';

/** Mails a second that come back to a provider that is down: it is tried again soon, and a large backlog is not claimed in vain. */
const triedPerSecond = 20;
const longestDelaySeconds = 600;

/**
 * Hands a mail over by the provider of its project. The project has a few of the worker's sessions; what it has beyond them, or for a
 * provider that is known to be down, goes back at once. So a provider that is slow or dead costs other projects nothing.
 */
export async function throughOwnProvider(
  claimed: ClaimedMail,
  providerId: string,
  send: (claimed: ClaimedMail) => Promise<ClaimEnding>,
): Promise<ClaimEnding> {
  const { ctx, claim, tools } = claimed;
  const own = await tools.ownRelays.find(ctx, providerId);
  if (own === 'changed') return { afterSeconds: 0 };
  if (own === 'unreadable') return relayDown();
  const later = (reason: string, waitSeconds: number, ratePerSecond: number): ClaimEnding => ({
    afterSeconds: Math.min(
      longestDelaySeconds,
      tools.backlog.next(`${reason}:${providerId}:${claim.lane}`, waitSeconds, ratePerSecond),
    ),
  });
  if (own.relays.first === null) return later('down', relayDown().afterSeconds, triedPerSecond);
  const giveBack = tools.ownSessions.take(own, claim.lane);
  if (!giveBack) return later('sessions', own.seconds, rateOf(own, claim.lane));
  try {
    return await send({ ...claimed, tools: { ...tools, relays: own.relays } });
  } finally {
    giveBack();
  }
}
