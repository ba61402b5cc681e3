import type { InstanceContext, InstanceTx } from '#platform/context';
import { sha256 } from '#platform/crypto';
import type { ClientFacts } from '#platform/http';
import { TooManyRequests } from '#platform/http';
import { countUse, returnUse } from '#platform/rate-limit';
import { network } from './network.ts';

const window = 15 * 60;
const perAccount = 10;
const perAddress = 100;
const signUps = { most: 10, window: 60 * 60 };

/** One try to prove something about an account from one place. */
export interface Attempt {
  readonly account: string;
  readonly client: ClientFacts;
  readonly what: 'password' | 'reset';
}

/**
 * Counts an attempt before it is made, so that a burst cannot pass together; a success is given back.
 * The wider limit stops one place from trying one password on many accounts.
 */
export async function countAttempt(ctx: InstanceContext, attempt: Attempt): Promise<void> {
  const [account, address] = keysOf(attempt);
  const [own, all] = await ctx.transaction(async ({ db }) => [
    await countUse(db, account, perAccount, window),
    await countUse(db, address, perAddress, window),
  ]);
  if (own.used > perAccount) throw TooManyRequests('address', perAccount, window, own.resetSeconds);
  if (all.used > perAddress) throw TooManyRequests('address', perAddress, window, all.resetSeconds);
}

export async function forgetAttempt(tx: InstanceTx, attempt: Attempt): Promise<void> {
  for (const key of keysOf(attempt)) await returnUse(tx.db, key);
}

/** D-1104: sign-up is the only place that tells whether an address is known, so it is slow to repeat. */
export async function countSignUp(ctx: InstanceContext, client: ClientFacts): Promise<void> {
  const key = `signup:${network(client.address)}`;
  const { used, resetSeconds } = await ctx.transaction(({ db }) => countUse(db, key, signUps.most, signUps.window));
  if (used > signUps.most) throw TooManyRequests('address', signUps.most, signUps.window, resetSeconds);
}

function keysOf({ account, client, what }: Attempt): [account: string, address: string] {
  const place = network(client.address);
  return [`${what}:${sha256(account).toString('base64url')}:${place}`, `${what}:${place}`];
}
