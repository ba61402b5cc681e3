import type { InstanceContext, InstanceTx } from '#platform/context';
import { sha256 } from '#platform/crypto';
import type { ClientFacts } from '#platform/identity';
import { countUse, hasUse, network, type Rate } from '#platform/rate-limit';
import { limits } from '#pure/limits';
import { warnOwner } from './warn-owner.ts';

const perAccount = limits.passwordGuessesPerAccount;
const onceADay = { max: 1, windowSeconds: 24 * 60 * 60 };
const remembered = { max: 1, windowSeconds: 30 * onceADay.windowSeconds };

interface Guesser {
  readonly account: string;
  readonly client: ClientFacts;
  readonly isSignedIn?: boolean;
}

export interface GuessCount extends Rate {
  readonly key: string;
}

/**
 * Counts one guess at an account's password, from all networks together; the owner is mailed once when a day has too many.
 * Null for a network where the owner signed in or reset the password before: guesses from other networks do not lock it out.
 * The same work for addresses without an account.
 */
export async function countGuess(tx: InstanceTx, guesser: Guesser): Promise<GuessCount | null> {
  if (!guesser.isSignedIn && (await hasUse(tx.db, networkKey(guesser.account, guesser.client)))) return null;
  // Why: signed in, a bucket of its own, so that strangers cannot keep the owner from changing the password.
  const key = `${guesser.isSignedIn ? 'guesses-inside' : 'guesses'}:${hashOf(guesser.account)}`;
  const rate = await countUse(tx.db, key, perAccount);
  if (rate.used >= perAccount.max) await warnOnce(tx, guesser.account);
  return { key, ...rate };
}

async function warnOnce(tx: InstanceTx, account: string): Promise<void> {
  const { used } = await countUse(tx.db, `guesses-mail:${hashOf(account)}`, onceADay);
  if (used > 1) return;
  const user = await tx.db.selectFrom('users').select('id').where('email', '=', account).executeTakeFirst();
  await tx.enqueue(warnOwner, { userId: user?.id ?? null });
}

/**
 * Whether a guess is one too many. Without mail the owner could neither be warned nor use a reset link, and a stranger
 * could lock the owner out: there only callers who have a session already are refused.
 */
export const isRefused = (ctx: InstanceContext, guesser: Guesser, guess: GuessCount): boolean =>
  guess.used > perAccount.max && (ctx.mail.canSend || guesser.isSignedIn === true);

/**
 * Remembers the network as one of the owner, for thirty days. Only for a proven address: a person who registered another
 * person's address could otherwise collect networks first and guess from them later.
 */
export async function rememberNetwork(tx: InstanceTx, account: string, client: ClientFacts): Promise<void> {
  await countUse(tx.db, networkKey(account, client), remembered);
}

const networkKey = (account: string, client: ClientFacts): string =>
  `known-place:${hashOf(account)}:${network(client.address)}`;
const hashOf = (account: string): string => sha256(account).toString('base64url');
