import type { UserId } from '#platform/identity';
import type { Outbox } from '#platform/mail';

/** A person as every operation sees them. */
export interface User {
  readonly id: UserId;
  readonly email: string;
  readonly name: string | null;
  readonly hasPassword: boolean;
  readonly isVerified: boolean;
  /** Proven by mail sent there or by a provider; an invitation alone verifies, but its sender can read its link too. */
  readonly isAddressProven: boolean;
  readonly isInstanceAdmin: boolean;
  readonly providers: readonly string[];
  readonly createdAt: Date;
}

/** Without a mail transport no address can be verified, so none needs to be (D-1105). */
export const needsVerification = (user: Pick<User, 'isVerified'>, mail: Pick<Outbox, 'canSend'>): boolean =>
  mail.canSend && !user.isVerified;
