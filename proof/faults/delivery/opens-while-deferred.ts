import { recipientKeys } from '../../../server/src/features/emails/links/recipient-urls.ts';
import type { Config } from '../../../server/src/platform/config/index.ts';
import { signRecipientToken } from '../../../server/src/pure/recipient-tokens/index.ts';
import { settingsFor } from '../../instance/instance.ts';
import type { Check } from '../fault-run.ts';
import { sleep } from '../fault-run.ts';
import type { FaultYard } from './yard.ts';

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** A relay that looks at a mail's pictures and says "later": its visit must not end the mail. The judge sees it arrive. */
export async function openWhileDeferred(yard: FaultYard, check: Check): Promise<void> {
  const [worker, api] = [await yard.worker(), await yard.api()];
  await yard.client.query(`update projects set tracking = 'ENABLED' where id = $1`, [yard.projectId]);
  yard.sink.script = { dot: '451 4.7.1 Try again while we look at the content' };
  const ids = await yard.accept(4);
  const deferred = async (): Promise<number> => {
    const { rows } = await yard.client.query(
      'select count(*)::int as count from deliveries where id = any($1) and attempt > 0 and phase is null',
      [ids],
    );
    return rows[0].count;
  };
  for (let turn = 0; turn < 100 && (await deferred()) < ids.length; turn += 1) await sleep(0.1);
  await sleep(2.5); // an open by a person is never younger
  const { rows } = await yard.client.query('select handle from projects where id = $1', [yard.projectId]);
  for (const emailId of ids) {
    const place = {
      purpose: 'open',
      cell: '',
      handle: rows[0].handle,
      contactId: null,
      emailId,
      linkId: null,
    } as const;
    const token = signRecipientToken(place, keys(yard));
    await fetch(`${api.url}/t/o/${token}.gif`, { headers: { 'user-agent': browser } });
  }
  const seen = await yard.client.query(
    `select count(*)::int as count from tracking_hits where email_id = any($1) and verdict = 'machine'`,
    [ids],
  );
  const waiting = await deferred();
  check('an open while a mail is deferred is noted as a machine, and every mail waits on', waiting === ids.length, {
    waiting,
    noted: seen.rows[0].count,
  });
  check('an open while a mail is deferred is on record', seen.rows[0].count === ids.length);
  yard.sink.script = {};
  await api.stop();
  await worker.stop();
}

/** The keys of the instance under test; nothing else of its settings is looked at. */
const keys = ({ url }: FaultYard) =>
  recipientKeys({ SECRET_KEY: settingsFor(url).SECRET_KEY ?? '', SECRET_KEYS_OLD: [] } as unknown as Config);
