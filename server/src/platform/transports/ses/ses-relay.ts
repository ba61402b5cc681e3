/** Amazon SES as an operator configures it. Credentials come from the usual places of its SDK unless given. */
export interface SesRelay {
  /** How it is called in records. Unless given: `ses:` and the region. */
  readonly name?: string;
  readonly region: string;
  readonly configurationSet: string | null;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
  readonly ratePerSecond: number | null;
  /** Another address of the same API; for regions of their own, and for tests. */
  readonly endpoint: string | null;
  readonly ca: string | null;
}
