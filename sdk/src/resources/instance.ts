import type { Caller } from '../client/caller.ts';
import type { CallOptions } from '../client/settings.ts';

export const instanceOf = ({ call }: Caller) => ({
  /** What this is, and where to go on. */
  info: (options?: CallOptions) => call('GET /', {}, options),
  /** What this instance offers. */
  config: (options?: CallOptions) => call('GET /config', {}, options),
  /** This document. */
  contract: (options?: CallOptions) => call('GET /openapi.json', {}, options),
});

export type InstanceCalls = ReturnType<typeof instanceOf>;
