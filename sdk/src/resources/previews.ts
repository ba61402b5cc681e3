import type { Caller } from '../client/caller.ts';
import type { Body } from '../client/operations.ts';
import type { CallOptions } from '../client/settings.ts';

export const previewsOf = ({ call }: Caller) => ({
  /** Keep rendered HTML for a minute under an address for a frame. */
  create: (body: Body<'POST /previews'>, options?: CallOptions) => call('POST /previews', { body }, options),
});

export type PreviewsCalls = ReturnType<typeof previewsOf>;
