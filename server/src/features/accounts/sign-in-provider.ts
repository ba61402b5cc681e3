/** What a provider says about a person. */
export interface ProviderProfile {
  readonly subject: string;
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  readonly name: string | null;
}

/** Only the browser that started the sign-in can return these. */
export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** The two steps of signing in with a provider. Both call other servers, so neither runs inside a transaction. */
export interface SignInProvider {
  /** Where to send the browser. */
  start(redirectUri: string, secrets: SignInSecrets): Promise<URL>;
  /** Exchanges the callback's parameters for the person's profile. Throws when any of them is wrong. */
  finish(returned: URL, redirectUri: string, secrets: SignInSecrets): Promise<ProviderProfile>;
}
