import { expect, test, vi } from 'vitest';
import { type ProjectContext, type ProjectId, projectContext } from '#platform/context';
import { CommitUnknown } from '#platform/db';
import { clientOf } from '#testing/client';
import { type DeliverySetup, deliverySetup } from '#testing/delivery-setup';
import { twoWorkers } from '#testing/two-workers';
import type { DeliveryResult } from './result.ts';
import { makeResultWriter } from './result-writer.ts';

const withCode = (code: string) => Object.assign(new Error(code), { code });

const passing = [
  ...['53100', '53200', '53300', '25006', '58030', '58P01', '40001', '40P01', '57P01', '57014', '08006', '55P03'],
  ...['XX000', '54000', 'P0001', 'EPIPE', 'ECONNRESET', 'ETIMEDOUT'],
].map(withCode);
const timeOuts = [new Error('Query read timeout'), new CommitUnknown(new Error('lost')), new Error('who knows')];

test('a result waits and is recorded after any error that can pass (F30)', async () => {
  const { setup, ctx } = await prepare();
  const errors = [...passing, ...timeOuts];
  const results: DeliveryResult[] = [];
  for (const _ of errors) results.push((await handOver(setup)).result);

  const counted = await Promise.all(
    errors.map((error, index) =>
      makeResultWriter({ countBatch: () => {} }, { append: async () => {} }).record(
        failing(ctx, error, 2),
        results[index] as DeliveryResult,
      ),
    ), // one for each
  );

  expect(errors.filter((_, index) => !counted[index])).toEqual([]);
  const { rows } = await setup.client.query(`select from emails where status = 'SENT'`);
  expect(rows).toHaveLength(errors.length);
});

test.each(['22P02', '23514', '42P01'].map((code) => [code, withCode(code)]))(
  'a result that the database refuses with %s is given up, and its row stays in doubt',
  async (_name, error) => {
    const { setup, ctx, result, id } = await handedOver();
    const results = makeResultWriter({ countBatch: () => {} }, { append: async () => {} });

    await expect(results.record(failing(ctx, error, 2), result)).rejects.toBe(error);

    expect((await setup.stateOf(id)).delivery).toMatchObject({ phase: 'COMMITTING' });
  },
);

test('one result that cannot be written blocks no other, and does not stop the worker', async () => {
  const { setup, ctx } = await prepare();
  const [bad, good] = [await handOver(setup), await handOver(setup)];
  await refuse(setup, '54000', bad.id);
  const results = makeResultWriter({ countBatch: () => {} }, { append: async () => {} });
  const stuck = results.record(ctx, bad.result);

  expect(await results.record(ctx, good.result)).toBe(true);

  expect(results.stuck).toBe(0);
  results.abandon();
  await expect(stuck).rejects.toMatchObject({ code: '54000' });
});

test('while the database is in trouble the writer counts stuck results, and a stop ends the wait', async () => {
  const { ctx, result } = await handedOver();
  const results = makeResultWriter({ countBatch: () => {} }, { append: async () => {} });
  const waiting = results.record(failing(ctx, withCode('53100'), Number.POSITIVE_INFINITY), result);

  await vi.waitFor(() => expect(results.stuck).toBe(1), { timeout: 10_000 });
  results.abandon();

  await expect(waiting).rejects.toThrow('53100');
});

test('while results cannot be written no other mail is handed over; afterwards all are recorded, each mail sent once (F30)', async () => {
  const setup = await deliverySetup();
  await refuse(setup, '53100');
  const first = await setup.mails(3);
  setup.work();
  await vi.waitFor(() => expect(setup.relay.received.length).toBeGreaterThan(0), { timeout: 10_000 });
  await vi.waitFor(async () => expect(await metric(setup, 'mail_results_stuck')).toBeGreaterThan(0), {
    timeout: 10_000,
  });
  const receivedBefore = setup.relay.received.length;
  const later = await setup.mails(30);

  await new Promise((resolve) => setTimeout(resolve, 2_000));
  expect(setup.relay.received).toHaveLength(receivedBefore);
  const { rows } = await setup.client.query(`select from deliveries where id = any($1) and attempt > 0`, [later]);
  expect(rows).toHaveLength(0);

  await setup.client.query('drop trigger refuse on delivery_attempts');
  await setup.idle();
  expect(await metric(setup, 'mail_results_stuck')).toBe(0);
  const ids = [...first, ...later];
  const sent = await setup.client.query(
    `select e.id, e.attempts, a.outcome from emails e join delivery_attempts a on a.email_id = e.id
      where e.id = any($1) and e.status = 'SENT' and not e.duplicate_possible and not e.unconfirmed`,
    [ids],
  );
  expect(sent.rows).toHaveLength(ids.length);
  expect(sent.rows.every(({ outcome }) => outcome === 'ACCEPTED')).toBe(true);
  expect(setup.relay.received).toHaveLength(ids.length);
});

async function prepare() {
  const setup = await deliverySetup();
  const { services } = setup.app.app;
  const ctx = projectContext(services, setup.project.id as ProjectId, services.log); // the setup's own project
  return { setup, ctx };
}

async function handedOver() {
  const { setup, ctx } = await prepare();
  return { setup, ctx, ...(await handOver(setup)) };
}

/** PostgreSQL refuses to log attempts, of one mail or of all. */
const refuse = (setup: DeliverySetup, code: string, id?: string) =>
  setup.client.query(`
    create function refuse() returns trigger language plpgsql as $$
    begin raise exception 'refused' using errcode = '${code}'; end $$;
    create trigger refuse before insert on delivery_attempts for each row
    ${id ? `when (new.email_id = '${id}')` : ''} execute function refuse()`);

/** A mail that a relay has just taken, and its result to record. */
async function handOver(setup: DeliverySetup): Promise<{ id: string; result: DeliveryResult }> {
  const [id = ''] = await setup.mails(1);
  const workers = twoWorkers(setup);
  const session = await workers.claim(id);
  if (!session) throw new Error('the mail was not due');
  await workers.gate(session);
  return { id, result: workers.release(session, 'accept') };
}

/** A context whose transactions fail the first `times` times. */
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

async function metric(setup: DeliverySetup, name: string): Promise<number> {
  const { text } = await clientOf(setup.app.app.metricsUrl).get('/metrics');
  return Number(new RegExp(`^(?:\\w+_)?${name} (\\d+)`, 'm').exec(text)?.[1] ?? Number.NaN);
}
