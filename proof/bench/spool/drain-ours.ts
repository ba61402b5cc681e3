import type { Services } from '../../../server/src/platform/context/index.ts';
import { defineSpool, startSpools } from '../../../server/src/platform/spool/index.ts';
import { parcels } from '../../../server/testing/spool-setup.ts';
import { slots } from './drain-bare.ts';

export interface Drain {
  /** Rows handled so far. */
  readonly handled: number;
  stop(): Promise<void>;
}

/** A worker as the product runs it; its handler does nothing but end the row. */
export function drainOurs(services: Services): Drain {
  let handled = 0;
  const spool = defineSpool({
    name: 'bench.parcels',
    table: parcels,
    lanes: ['only'],
    leaseSeconds: 45,
    slots,
    async handle() {
      handled += 1;
      return 'done';
    },
    onPoison: async () => 'done',
  });
  const running = startSpools(services, [spool]);
  return {
    get handled() {
      return handled;
    },
    stop: () => running.stop(),
  };
}
