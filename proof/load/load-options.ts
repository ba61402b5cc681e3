export interface LoadOptions {
  readonly seconds: number;
  /** Calls a second, over all tenants. */
  readonly perSecond: number;
  readonly tenants: number;
  /** Part of the name of the one misbehaviour to try; empty for all of them. */
  readonly only: string;
}
