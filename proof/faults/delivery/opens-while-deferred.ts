import { recipientKeys } from '../../../server/src/features/emails/links/recipient-urls.ts';
import type { Config } from '../../../server/src/platform/config/index.ts';
import { signRecipientToken } from '../../../server/src/pure/recipient-tokens/index.ts';
import { clientOf } from '../../../server/testing/client.ts';
import { until } from '../../../server/testing/until.ts';
import { settingsFor } from '../../instance/instance.ts';
import { type Check, sleep } from '../fault-run.ts';
import type { FaultSetup } from './setup.ts';

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** A relay loads the images of a mail and defers it: the open must not end the delivery. The judge checks that it arrives. */
export async function openWhileDeferred(setup: FaultSetup, check: Check): Promise<void> {
  const [worker, api] = [await setup.worker(), await setup.api()];
  await setup.client.query(`update projects set tracking = 'ENABLED' where id = $1`, [setup.projectId]);
  setup.sink.script = { dot: '451 4.7.1 Try again while we look at the content' };
  const ids = await setup.accept(4);
  const deferred = async (): Promise<number> => {
    const { rows } = await setup.client.query(
      'select count(*)::int as count from deliveries where id = any($1) and attempt > 0 and phase is null',
      [ids],
    );
    return rows[0].count;
  };
  await until(async () => (await deferred()) === ids.length);
  await sleep(2.5); // an open by a person never comes earlier
  const { rows } = await setup.client.query('select handle from projects where id = $1', [setup.projectId]);
  for (const emailId of ids) {
    const claims = {
      purpose: 'open',
      cell: '',
      handle: rows[0].handle,
      contactId: null,
      emailId,
      linkId: null,
    } as const;
    const token = signRecipientToken(claims, keys(setup));
    await clientOf(api.url).get(`/t/o/${token}.gif`, { 'user-agent': browser });
  }
  const recorded = await setup.client.query(
    `select count(*)::int as count from tracking_hits where email_id = any($1) and verdict = 'machine'`,
    [ids],
  );
  const waiting = await deferred();
  check('an open while a mail is deferred is noted as a machine, and every mail waits on', waiting === ids.length, {
    waiting,
    noted: recorded.rows[0].count,
  });
  check('an open while a mail is deferred is on record', recorded.rows[0].count === ids.length);
  setup.sink.script = {};
  await api.stop();
  await worker.stop();
}

/** The keys of the instance under test; no other setting is read. */
const keys = ({ url }: FaultSetup) =>
  recipientKeys({ SECRET_KEY: settingsFor(url).SECRET_KEY ?? '', SECRET_KEYS_OLD: [] } as unknown as Config);
