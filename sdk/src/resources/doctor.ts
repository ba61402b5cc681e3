import type { Caller } from '../client/caller.ts';
import type { Query } from '../client/operations.ts';
import type { CallOptions } from '../client/settings.ts';

export const doctorOf = ({ call }: Caller) => ({
  /** What was found when this installation was last checked. */
  show: (query?: Query<'GET /doctor'>, options?: CallOptions) => call('GET /doctor', { query }, options),
  /** Check this installation now, at most once in ten seconds. */
  run: (query?: Query<'POST /doctor'>, options?: CallOptions) => call('POST /doctor', { query }, options),
});

export type DoctorCalls = ReturnType<typeof doctorOf>;
