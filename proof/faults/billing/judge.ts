import { isDeepStrictEqual } from 'node:util';
import { secondsOf } from '../../../server/testing/stripe-objects.ts';
import type { Check } from '../fault-run.ts';
import type { BillingWorld } from './setup.ts';

/** Units are the mails that were handed over, in the period of that moment; usage is what was accepted, less what was given back (I14). */
export async function judgeUnits({ client, projects }: BillingWorld, check: Check): Promise<void> {
  let mails = 0;
  const wrong: unknown[] = [];
  for (const { id, periodEnd } of projects) {
    const { rows } = await client.query<Record<string, number>>(
      `select (select coalesce(sum(units), 0)::int from billing_units where project_id = $1 and period_start < $2) as units_before,
              (select coalesce(sum(units), 0)::int from billing_units where project_id = $1 and period_start = $2) as units_after,
              (select coalesce(sum(units), 0)::int from billing_units where project_id = $1 and period_start > $2) as units_elsewhere,
              (select count(*)::int from emails where project_id = $1 and not is_test and sent_at < $2) as sent_before,
              (select count(*)::int from emails where project_id = $1 and not is_test and sent_at >= $2) as sent_after,
              (select coalesce(sum(used), 0)::int from billing_usage where project_id = $1) as used,
              (select count(*)::int from emails where project_id = $1 and not is_test
                  and status not in ('SUPPRESSED', 'CANCELLED', 'FAILED')) as accepted`,
      [id, periodEnd],
    );
    const [row = {}] = rows;
    mails += row.accepted ?? 0;
    const isRight =
      row.units_before === row.sent_before && row.units_after === row.sent_after && row.used === row.accepted;
    if (!isRight || row.units_elsewhere !== 0) wrong.push(row);
  }
  check('billing: units are the mails handed over, by period, and usage those accepted (I14)', wrong.length === 0, {
    mails,
    wrong,
  });
}

/** What the provider counted is the ledger, event by event and project by project (I14, F48). */
export async function judgeEvents({ client, stripe, projects }: BillingWorld, check: Check): Promise<void> {
  const { rows } = await client.query<{ identifier: string; units: number; customer: string; at: Date }>(
    `select project_id || '.' || category || '.' || to_char(hour at time zone 'UTC', 'YYYY-MM-DD"T"HH24') || '.' || part as identifier,
            units::int, customer_id as customer, at from meter_events order by 1`,
  );
  const ours = rows.map(({ identifier, units, customer, at }) => [identifier, units, customer, secondsOf(at)]);
  const theirs = [...stripe.meterEvents]
    .map(([identifier, { value, customer, at }]) => [identifier, value, customer, secondsOf(at)])
    .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1));
  check('billing: the events that the provider counted are ours, by identifier', isDeepStrictEqual(ours, theirs), {
    events: ours.length,
    ...(isDeepStrictEqual(ours, theirs) ? {} : { ours, theirs }),
  });
  const calls = stripe.calls.filter(({ path }) => path.endsWith('meter_events'));
  check('billing: events were sent again, and counted once', calls.length > theirs.length, {
    calls: calls.length,
    counted: theirs.length,
  });
  const sums: { units: number; reported: number }[] = [];
  for (const { id, subscription } of projects) {
    const { rows: counted } = await client.query<{ units: number }>(
      'select coalesce(sum(units), 0)::int as units from billing_units where project_id = $1',
      [id],
    );
    const own = [...stripe.meterEvents.values()].filter(({ customer }) => customer === subscription.customer);
    sums.push({ units: counted[0]?.units ?? 0, reported: own.reduce((sum, { value }) => sum + value, 0) });
  }
  const isEqual = sums.every(({ units, reported }) => units === reported) && sums.some(({ units }) => units > 0);
  check('billing: what was reported is what was counted, of each project (I14)', isEqual, sums);
}

/** Whatever the order of the notifications, the last state of the provider is stored (D-1148). */
export async function judgeStates({ client, projects }: BillingWorld, check: Check): Promise<void> {
  const states: { stored: unknown; provider: unknown }[] = [];
  for (const { id, subscription } of projects) {
    const { rows } = await client.query<{ disabled: string | null }>(
      `select subscription_status as status, subscription_period_start as start, subscription_period_end as end, disabled_reason as disabled
         from projects where id = $1`,
      [id],
    );
    const [stored] = rows;
    const { status, periodStart, periodEnd } = subscription;
    const current =
      status === 'canceled' ? { status: null, start: null, end: null } : { status, start: periodStart, end: periodEnd };
    // The other statuses leave it as the one before them did.
    const disabled = { unpaid: 'PAYMENT_FAILED', active: null, trialing: null }[status];
    const provider = { ...current, disabled: disabled === undefined ? stored?.disabled : disabled };
    states.push({ stored: { ...stored }, provider });
  }
  const isSame = states.every(({ stored, provider }) => isDeepStrictEqual(stored, provider));
  check('billing: the state of each subscription is the last that the provider has (D-1148)', isSame, states);
}
