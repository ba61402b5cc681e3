export interface LoadOptions {
  readonly seconds: number;
  /** Calls a second, over all tenants. */
  readonly perSecond: number;
  readonly tenants: number;
}
