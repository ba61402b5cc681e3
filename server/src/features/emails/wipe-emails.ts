import { sql } from 'kysely';
import { giveBackUsage } from '#features/billing';
import { type ProjectTx, wipePages } from '#platform/context';
import { type CountedDelivery, countedAs } from './counted-as.ts';

const page = 1_000;

const mails = [
  ['test_outcomes', 'id'],
  ['email_contents', 'id'],
  ['email_attachments', 'id'],
  ['inbox_messages', 'id'],
  ['delivery_attempts', 'email_id'],
  ['click_judgements', 'id'],
  ['tracking_hits', 'id'],
  ['email_links', 'id'],
  ['emails', 'id'],
  ['mail_erasures', 'contact_id'],
  ['received_mails', 'fingerprint'],
  ['email_delays', 'email_id'],
  ['mail_stops', 'source_id'],
  ['shared_texts', 'id'],
] as const;

/** After the mails, whose changes are counted here. */
const figures = [
  ['mail_figures', 'quarter'],
  ['mail_breakdowns', 'span', 'dimension', 'at', 'name'],
  ['mail_breakdown_starts', 'project_id'],
  ['mail_totals', 'project_id'],
  ['mail_figure_fills', 'project_id'],
  ['mail_figure_checks', 'project_id'],
] as const;

/** Deletes a page of the project's rows in this feature; true while there may be more. Mail under way first. */
export async function wipeEmails(tx: ProjectTx): Promise<boolean> {
  if (await wipeDeliveries(tx)) return true;
  if (await wipePages(tx, mails, page)) return true;
  // Why: a fold that is under way would write what it has read before the wipe.
  await sql`select pg_advisory_xact_lock_shared(70215443, 59)`.execute(tx.db);
  return wipePages(tx, figures, page);
}

/** What a reset keeps (D-1151). */
export const wipeKeptOfEmails = (tx: ProjectTx): Promise<boolean> =>
  wipePages(tx, [
    ['own_providers', 'project_id'],
    ['suppressions', 'id'],
  ]);

/**
 * Mail that has not passed the gate was never handed over: it is given back, as when it is cancelled (D-1141). Why locked in order: workers
 * still end their claims of several rows at once.
 */
async function wipeDeliveries(tx: ProjectTx): Promise<boolean> {
  const { rows } = await sql<CountedDelivery & { isWaiting: boolean }>`
    delete from deliveries where project_id = ${tx.projectId} and id in (
      select id from deliveries where project_id = ${tx.projectId} order by id limit ${page} for update)
    returning counted_in, campaign_id, source_id, phase is null as is_waiting`.execute(tx.db);
  giveBackUsage(tx, countedAs(rows.filter(({ isWaiting }) => isWaiting)));
  return rows.length > 0;
}
