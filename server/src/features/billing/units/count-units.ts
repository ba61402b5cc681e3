import { CompiledQuery } from 'kysely';
import type { ProjectTx } from '#platform/context';
import { writeLater } from '#platform/db';
import type { Category } from '../category.ts';

/**
 * Counts billable units: one for each mail whose hand-over becomes known in this transaction, or that is received in it (D-1144).
 * Each mail once, and nothing is taken back. Sent with the commit, after usage that is given back: so rows are locked in one order.
 */
export function countUnits({ config, db, projectId }: ProjectTx, mails: readonly Category[]): void {
  if (mails.length === 0 || config.STRIPE_SECRET_KEY === null) return; // without a payment provider nobody reads them
  const counts = [...Map.groupBy(mails, (category) => category)];
  const values = [projectId, counts.map(([category]) => category), counts.map(([, { length }]) => length)];
  writeLater(db, CompiledQuery.raw(statement, values));
}

/** Writers spread over the slots, as for usage. A row that was reported is open again. */
const statement = `
  insert into billing_units as u (project_id, category, hour, period_start, customer_id, slot, units, closes_at, is_open)
  select $1, w.category, h.begins, p.period_start, coalesce(a.customer_id, ''), 1 + pg_backend_pid() % 16, w.amount,
         least(h.begins + interval '1 hour', p.period_end) + interval '10 minutes', a.customer_id is not null
    from unnest((select $2::text[]), $3::bigint[]) w (category, amount)
   cross join (select date_trunc('hour', now(), 'UTC') as begins) h
   cross join billing_period($1, now()) p
    left join (select b.customer_id from billing_accounts b join projects s on s.id = b.project_id
                where b.project_id = $1 and s.subscription_status is not null) a on true
   order by w.category
  on conflict (project_id, category, hour, period_start, customer_id, slot)
  do update set units = u.units + excluded.units, is_open = excluded.is_open`;
