import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type CampaignSetup, campaignSetup } from '#testing/campaign-setup';
import { connect } from '#testing/spool-setup';

test.each(['emails', 'deliveries'])(
  'a contact that is deleted while rows of %s are made for it: its mail is cancelled once and keeps no address (D-635, D-811)',
  async (table) => {
    const setup = await campaignSetup();
    await setup.contacts(3, () => ({ name: 'Ada' }));
    const id = await setup.draft({ body: '<p>Dear {{ name ?? "you" }}</p>' });
    const insertion = await holdInsertion(setup, table);
    await setup.post(`${id}/send`);
    setup.sendAll();
    await insertion.isReached();

    const deleting = deleteContact(setup, 'c1@example.com');
    await Promise.race([deleting, someoneWaits(setup, 2)]);
    await insertion.release();

    expect(await deleting).toBe(204);
    expect(await setup.ended(id)).toMatchObject({ totalRecipients: 3, sentCount: 2 });
    expect(await setup.rows(`select reason, recipient, contact_id from emails where status <> 'SENT'`)).toEqual([
      { reason: 'CONTACT_DELETED', recipient: null, contact_id: null },
    ]);
    expect(await setup.rows('select sum(cancelled)::int as cancelled from campaign_counts')).toEqual([
      { cancelled: 1 },
    ]);
    expect(await setup.rows('select from email_contents')).toHaveLength(2);
  },
);

const lockKey = 4_711;

/** Insertions of campaign mail into this table have read their contacts and then wait until they are released. */
async function holdInsertion(
  setup: CampaignSetup,
  table: string,
): Promise<{ isReached(): Promise<void>; release(): Promise<void> }> {
  await setup.rows(`
    create function hold_insertion() returns trigger language plpgsql security definer as $$
    begin perform pg_advisory_xact_lock_shared(${lockKey}); return new; end $$;
    create trigger hold_insertion before insert on ${table} for each row execute function hold_insertion()`);
  const client = await connect(setup.app.databaseUrl);
  await client.query('select pg_advisory_lock($1)', [lockKey]);
  return { isReached: () => someoneWaits(setup, 1), release: () => client.end() };
}

async function someoneWaits(setup: CampaignSetup, count: number): Promise<void> {
  const waits = `select from pg_locks where locktype = 'advisory' and not granted
                    and database = (select oid from pg_database where datname = current_database())`;
  while ((await setup.rows(waits)).length < count) await delay(10);
}

async function deleteContact(setup: CampaignSetup, email: string): Promise<number> {
  const [contact] = await setup.rows('select id from contacts where email = $1', [email]);
  return (await setup.app.as(setup.project.secretKey).delete(`/contacts/${contact?.id}`)).status;
}
