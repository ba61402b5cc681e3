/** What a provider says about a person. */
export interface Profile {
  readonly subject: string;
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  readonly name: string | null;
}

/** What only the browser that started may bring back. */
export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** The two steps of signing in elsewhere. Both reach the outside, so neither runs inside a transaction. */
export interface SignInProvider {
  /** Where to send the browser. */
  start(redirectUri: string, secrets: SignInSecrets): Promise<URL>;
  /** Trades what came back for the person's profile. Throws when anything does not fit. */
  finish(returned: URL, redirectUri: string, secrets: SignInSecrets): Promise<Profile>;
}
