import type { Entry } from '../entry.ts';
import { logIn } from './log-in.ts';
import { logOut, logOutByPost } from './log-out.ts';
import { requestReset, resetPassword } from './reset-password.ts';
import { finishSignIn, oauthConfig, startSignIn } from './sign-in-providers.ts';
import { signUp } from './sign-up.ts';
import { requestVerification, verifyEmail } from './verify-email.ts';

export const authEntries: readonly Entry[] = [
  verifyEmail,
  requestVerification,
  requestReset,
  resetPassword,
  signUp,
  logIn,
  logOut,
  logOutByPost,
  oauthConfig,
  startSignIn,
  finishSignIn,
];
