import { expect, test, vi } from 'vitest';
import type { ProjectContext, ProjectId } from '#platform/context';
import { projectContext } from '#platform/context';
import { CommitUnknown } from '#platform/db';
import type { DeliveryYard } from '#testing/delivery-yard';
import { deliveryYard } from '#testing/delivery-yard';
import { twoWorkers } from '#testing/two-workers';
import type { Result } from './result.ts';
import { makeResultDesk } from './result-desk.ts';

const withCode = (code: string) => Object.assign(new Error(code), { code });

const passing = [
  ...['53100', '53200', '53300', '25006', '58030', '58P01', '40001', '40P01', '57P01', '57014', '08006', '55P03'],
  ...['XX000', '54000', 'P0001', 'EPIPE', 'ECONNRESET', 'ETIMEDOUT'],
].map(withCode);
const timeOuts = [new Error('Query read timeout'), new CommitUnknown(new Error('lost')), new Error('who knows')];

test('F30 a result waits and is recorded after whatever passes', async () => {
  const { yard, ctx } = await setup();
  const errors = [...passing, ...timeOuts];
  const results: Result[] = [];
  for (const _ of errors) results.push((await handOver(yard)).result);

  const counted = await Promise.all(
    errors.map((error, place) => makeResultDesk().record(failing(ctx, error, 2), results[place] as Result)), // one for each
  );

  expect(errors.filter((_, place) => !counted[place])).toEqual([]);
  const { rows } = await yard.client.query(`select from emails where status = 'SENT'`);
  expect(rows).toHaveLength(errors.length);
});

test.each(['22P02', '23514', '42P01'].map((code) => [code, withCode(code)]))(
  'a result that the database refuses with %s is given up, and its row stays a doubt',
  async (_name, error) => {
    const { yard, ctx, result, id } = await handedOver();
    const desk = makeResultDesk();

    await expect(desk.record(failing(ctx, error, 2), result)).rejects.toBe(error);

    expect((await yard.look(id)).delivery).toMatchObject({ phase: 'COMMITTING' });
  },
);

test('one result that cannot be written keeps nobody else, and does not stop the worker', async () => {
  const { yard, ctx } = await setup();
  const [bad, good] = [await handOver(yard), await handOver(yard)];
  await refuse(yard, '54000', bad.id);
  const desk = makeResultDesk();
  const stuck = desk.record(ctx, bad.result);

  expect(await desk.record(ctx, good.result)).toBe(true);

  expect(desk.stuck).toBe(0);
  desk.abandon();
  await expect(stuck).rejects.toMatchObject({ code: '54000' });
});

test('while the database is in trouble the desk says so, and a stop ends the waiting', async () => {
  const { ctx, result } = await handedOver();
  const desk = makeResultDesk();
  const waiting = desk.record(failing(ctx, withCode('53100'), Number.POSITIVE_INFINITY), result);

  await vi.waitFor(() => expect(desk.stuck).toBe(1));
  desk.abandon();

  await expect(waiting).rejects.toThrow('53100');
});

test('F30 while results cannot be written nothing new is handed over; afterwards all is recorded, each mail sent once', async () => {
  const yard = await deliveryYard();
  await refuse(yard, '53100');
  const first = await yard.mails(3);
  yard.work();
  await vi.waitFor(() => expect(yard.relay.received.length).toBeGreaterThan(0), { timeout: 10_000 });
  await vi.waitFor(async () => expect(await figure(yard, 'mail_results_stuck')).toBeGreaterThan(0), {
    timeout: 10_000,
  });
  const handed = yard.relay.received.length;
  const later = await yard.mails(30);

  await new Promise((resolve) => setTimeout(resolve, 2_000));
  expect(yard.relay.received).toHaveLength(handed);
  const { rows } = await yard.client.query(`select from deliveries where id = any($1) and attempt > 0`, [later]);
  expect(rows).toHaveLength(0);

  await yard.client.query('drop trigger refuse on delivery_attempts');
  await yard.idle();
  expect(await figure(yard, 'mail_results_stuck')).toBe(0);
  const ids = [...first, ...later];
  const sent = await yard.client.query(
    `select e.id, e.attempts, a.outcome from emails e join delivery_attempts a on a.email_id = e.id
      where e.id = any($1) and e.status = 'SENT' and not e.duplicate_possible and not e.unconfirmed`,
    [ids],
  );
  expect(sent.rows).toHaveLength(ids.length);
  expect(sent.rows.every(({ outcome }) => outcome === 'ACCEPTED')).toBe(true);
  expect(yard.relay.received).toHaveLength(ids.length);
});

async function setup() {
  const yard = await deliveryYard();
  const { cellar } = yard.app.app;
  const ctx = projectContext(cellar, yard.project.id as ProjectId, cellar.log); // the yard's own project
  return { yard, ctx };
}

async function handedOver() {
  const { yard, ctx } = await setup();
  return { yard, ctx, ...(await handOver(yard)) };
}

/** PostgreSQL refuses to log attempts, of one mail or of all. */
const refuse = (yard: DeliveryYard, code: string, id?: string) =>
  yard.client.query(`
    create function refuse() returns trigger language plpgsql as $$
    begin raise exception 'refused' using errcode = '${code}'; end $$;
    create trigger refuse before insert on delivery_attempts for each row
    ${id ? `when (new.email_id = '${id}')` : ''} execute function refuse()`);

/** A mail that a relay has just taken, and what there is to record of it. */
async function handOver(yard: DeliveryYard): Promise<{ id: string; result: Result }> {
  const [id = ''] = await yard.mails(1);
  const workers = twoWorkers(yard);
  const session = await workers.claim(id);
  if (!session) throw new Error('the mail was not due');
  await workers.gate(session);
  return { id, result: workers.release(session, 'accept') };
}

/** The database fails so many times. */
function failing(ctx: ProjectContext, error: Error, times: number): ProjectContext {
  let tries = 0;
  return {
    ...ctx,
    async transaction(work) {
      tries += 1;
      if (tries <= times) throw error;
      return ctx.transaction(work);
    },
  };
}

async function figure(yard: DeliveryYard, name: string): Promise<number> {
  const text = await (await fetch(`${yard.app.app.metricsUrl}/metrics`)).text();
  return Number(new RegExp(`^(?:\\w+_)?${name} (\\d+)`, 'm').exec(text)?.[1] ?? Number.NaN);
}
