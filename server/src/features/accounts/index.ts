export { mailVerification } from './account-tokens.ts';
export { countSignUp } from './attempts.ts';
export { checkPassword } from './check-password.ts';
export { clearedSessionCookie, oauthCookie, sessionCookie } from './cookies.ts';
export { createUser } from './create-user.ts';
export { deleteUser } from './delete-user.ts';
export { enterWithProfile } from './enter-with-profile.ts';
export { accounts } from './feature.ts';
export { findByEmail, requireUser } from './find-user.ts';
export { finishProviderSignIn } from './finish-provider-sign-in.ts';
export { markVerified } from './mark-verified.ts';
export { claimOwnerToken, ownerLink } from './owner-token.ts';
export {
  EmailTaken,
  EmailVerificationRequired,
  FreshSignInRequired,
  InvalidCredentials,
  InvalidToken,
  ProviderNotFound,
  SignupsDisabled,
} from './refusals.ts';
export { refuseOtherSites } from './refuse-other-sites.ts';
export { endSession, idleSeconds, renewSession, sessionHash, startSession } from './session.ts';
export { Address, NewPassword, Password, toUserReply, UserReply } from './shapes.ts';
export { signInErrorUrl } from './start-provider-sign-in.ts';
export { makeToken, readToken } from './token.ts';
export { needsVerification, type User } from './user.ts';
