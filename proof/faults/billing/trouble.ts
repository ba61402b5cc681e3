import type { FakeStripe, StripeFault } from '../../../server/testing/fake-stripe.ts';
import { sleep } from '../fault-run.ts';
import { type Repetition, repeat } from '../repetition.ts';
import type { BillingWorld } from './setup.ts';

/** What the provider did to calls. */
export interface ProviderTrouble {
  readonly lost: number;
  readonly refused: number;
  readonly late: number;
  /** From here on every call is answered at once. */
  end(): void;
}

const refusals: readonly StripeFault[] = [
  { status: 500, message: 'internal' },
  { status: 503, message: 'down' },
  { status: 429, message: 'slow down' },
];

/** Replies that are lost after their effect, that are errors, and that come late and so after those of later calls. */
export function troubleProvider(stripe: FakeStripe, random: () => number): ProviderTrouble {
  const counts = { lost: 0, refused: 0, late: 0 };
  stripe.fault = () => {
    const dice = random();
    if (dice < 0.25) {
      counts.lost += 1;
      return 'lost';
    }
    if (dice > 0.4) return null;
    counts.refused += 1;
    return refusals[Math.floor(random() * refusals.length)] ?? null;
  };
  stripe.hold = async () => {
    if (random() > 0.4) return;
    counts.late += 1;
    await sleep(2 * random());
  };
  return {
    get lost() {
      return counts.lost;
    },
    get refused() {
      return counts.refused;
    },
    get late() {
      return counts.late;
    },
    end() {
      stripe.fault = () => null;
      stripe.hold = async () => {};
    },
  };
}

/**
 * Hours end and events are due all the time, and the schedule runs more often than each minute. An event is due again while an earlier
 * try still waits for its reply.
 */
export const hurry = ({ client }: BillingWorld): Repetition =>
  repeat(
    () => 0.7,
    async () => {
      await client.query('update billing_units set closes_at = now() where is_open and closes_at > now()');
      await client.query(`update meter_events set due_at = now() where state = 'WAITING' and due_at > now()`);
      await client.query(
        `insert into queue.job (name) values ('schedule.billing.report-units') on conflict do nothing`,
      );
    },
  );
