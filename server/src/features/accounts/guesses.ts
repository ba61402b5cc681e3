import type { InstanceContext, InstanceTx } from '#platform/context';
import { sha256 } from '#platform/crypto';
import type { ClientFacts } from '#platform/http';
import type { Rate } from '#platform/rate-limit';
import { countUse, hasUse, network } from '#platform/rate-limit';
import { warnOwner } from './warn-owner.ts';

export const guessesPerDay = 100;
export const secondsOfDay = 24 * 60 * 60;
const rememberedSeconds = 30 * secondsOfDay;

interface Guesser {
  readonly account: string;
  readonly client: ClientFacts;
  readonly isSignedIn?: boolean;
}

export interface Guess extends Rate {
  readonly key: string;
}

/**
 * Counts one guess at an account's password, from all places together; the owner is mailed once when a day has too many.
 * Null for a place where the owner signed in or reset the password before: guesses made elsewhere do not shut it out.
 * The same work for addresses that nobody has.
 */
export async function countGuess(tx: InstanceTx, guesser: Guesser): Promise<Guess | null> {
  if (!guesser.isSignedIn && (await hasUse(tx.db, placeKey(guesser.account, guesser.client)))) return null;
  // Why: signed in, a bucket of its own, so that strangers cannot keep the owner from changing the password.
  const key = `${guesser.isSignedIn ? 'guesses-inside' : 'guesses'}:${hashOf(guesser.account)}`;
  const rate = await countUse(tx.db, key, guessesPerDay, secondsOfDay);
  if (rate.used >= guessesPerDay) await warnOnce(tx, guesser.account);
  return { key, ...rate };
}

async function warnOnce(tx: InstanceTx, account: string): Promise<void> {
  const { used } = await countUse(tx.db, `guesses-mail:${hashOf(account)}`, 1, secondsOfDay);
  if (used > 1) return;
  const user = await tx.db.selectFrom('users').select('id').where('email', '=', account).executeTakeFirst();
  await tx.enqueue(warnOwner, { userId: user?.id ?? null });
}

/**
 * Whether a guess is one too many. Without mail nobody could be warned or come back by a reset link, and a stranger
 * could lock the owner out: there only whoever has a session already is stopped.
 */
export const isRefused = (ctx: InstanceContext, guesser: Guesser, guess: Guess): boolean =>
  guess.used > guessesPerDay && (ctx.mail.canSend || guesser.isSignedIn === true);

/**
 * Notes that the owner of the account was here, for thirty days. Only for a proven address: whoever registered somebody
 * else's could otherwise collect places first and guess from them later.
 */
export async function rememberPlace(tx: InstanceTx, account: string, client: ClientFacts): Promise<void> {
  await countUse(tx.db, placeKey(account, client), 1, rememberedSeconds);
}

const placeKey = (account: string, client: ClientFacts): string =>
  `known-place:${hashOf(account)}:${network(client.address)}`;
const hashOf = (account: string): string => sha256(account).toString('base64url');
