import type { InstanceTx } from '#platform/context';
import { isUniqueViolation } from '#platform/db';
import type { OpenCall, UserId } from '#platform/http';
import { Refusal } from '#platform/refusals';
import { normaliseAddress } from '#pure/addresses';
import { cut } from '#pure/text';
import { createUser } from './create-user.ts';
import { findByEmail } from './find-user.ts';
import { markVerified } from './mark-verified.ts';
import { EmailTaken } from './refusals.ts';
import { endSession, liveSession, startSession } from './session.ts';
import type { Profile } from './sign-in-provider.ts';

export type ProfileEntry =
  | { readonly kind: 'entered'; readonly token: string }
  | { readonly kind: 'refused'; readonly error: 'email_unverified' | 'signups_disabled' };

interface Arriving {
  readonly provider: string;
  readonly profile: Profile;
  /** Whether a person without an account may get one, for the address the provider has verified. */
  maySignUp(tx: InstanceTx, email: string): Promise<boolean>;
}

type Refused = Extract<ProfileEntry, { kind: 'refused' }>;
type Found = { readonly kind: 'found'; readonly userId: UserId } | Refused;

/** Signs in the person a provider vouches for: one already linked, one whose address is proven on both sides, or a new one. */
export function enterWithProfile(call: OpenCall, arriving: Arriving): Promise<ProfileEntry> {
  // Why: of two arrivals of a new person at once, the second finds what the first wrote.
  return enterOnce(call, arriving).catch((error: unknown) => {
    const isRace =
      isUniqueViolation(error, 'identities_pkey') || (error instanceof Refusal && error.code === EmailTaken.code);
    if (!isRace) throw error;
    return enterOnce(call, arriving);
  });
}

function enterOnce(call: OpenCall, arriving: Arriving): Promise<ProfileEntry> {
  return call.transaction(async (tx) => {
    const found = (await linkedUser(tx, arriving)) ?? (await userToLink(tx, call, arriving));
    if (found.kind === 'refused') return found;
    await endSession(tx, call.sessionToken);
    return { kind: 'entered', token: await startSession(tx, call.config, found.userId, call.client) };
  });
}

async function linkedUser(tx: InstanceTx, { provider, profile }: Arriving): Promise<Found | null> {
  const row = await tx.db
    .selectFrom('identities')
    .select('userId')
    .where('provider', '=', provider)
    .where('subject', '=', profile.subject)
    .executeTakeFirst();
  return row ? { kind: 'found', userId: row.userId as UserId } : null; // references users
}

async function userToLink(tx: InstanceTx, call: OpenCall, arriving: Arriving): Promise<Found> {
  const { profile } = arriving;
  const email = profile.isEmailVerified && profile.email ? normaliseAddress(profile.email) : null;
  if (email === null) return refused('email_unverified');

  const known = await findByEmail(tx, email);
  if (!known) {
    if (!(await arriving.maySignUp(tx, email))) return refused('signups_disabled');
    const name = cut(profile.name?.trim() ?? '', 100) || null;
    const proven = { isVerified: true, isAddressProven: true };
    return link(tx, arriving, (await createUser(tx, { email, name, passwordHash: null, ...proven })).id);
  }
  const { user } = known;
  // Why: whoever signed up first with somebody else's address must not get the provider's owner as a guest.
  const isSignedIn = (await liveSession(tx, call.sessionToken))?.userId === user.id;
  if (!user.isAddressProven && !isSignedIn) return refused('email_unverified');
  if (!user.isAddressProven) await markVerified(tx, user.id, { isProven: true });
  return link(tx, arriving, user.id);
}

async function link(tx: InstanceTx, { provider, profile }: Arriving, userId: UserId): Promise<Found> {
  await tx.db
    .insertInto('identities')
    .values({ provider, subject: profile.subject, userId, createdAt: tx.now })
    .execute();
  return { kind: 'found', userId };
}

const refused = (error: Refused['error']): Refused => ({ kind: 'refused', error });
