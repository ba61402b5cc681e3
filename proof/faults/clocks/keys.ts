import { randomUUIDv7 } from 'node:crypto';
import { bearer, type Reply } from '../../../server/testing/client.ts';
import { givenSender } from '../../../server/testing/given-mail.ts';
import { type ServerProcess, settingsFor } from '../../instance/instance.ts';
import { makeProjects } from '../../instance/projects.ts';
import type { FaultSetup } from '../delivery/setup.ts';
import type { Check } from '../fault-run.ts';
import { trySend } from '../requests.ts';

const rounds = 5;

/** Keys used with one clock and again with another, one after the other and at the same moment: one effect each. */
export async function reuseKeys(
  setup: FaultSetup,
  apis: readonly [ServerProcess, ServerProcess],
  offset: string,
  check: Check,
): Promise<void> {
  const send = await senderOf(setup);
  const [wrong, right] = apis;
  const responses: (number | undefined)[][] = [];
  const keys: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const [first, second] = round % 2 === 0 ? [wrong, right] : [right, wrong];
    const [reused, twin] = [randomUUIDv7(), randomUUIDv7()];
    keys.push(reused, twin);
    responses.push([(await send(first, reused))?.status, (await send(second, reused))?.status]);
    const twins = await Promise.all([send(first, twin), send(second, twin)]);
    responses.push(twins.map((response) => response?.status ?? 0).toSorted((a, b) => a - b));
  }
  const { rows } = await setup.client.query<{ id: string; subject: string }>(
    'select id, subject from emails where subject = any($1)',
    [keys],
  );
  setup.log.accepted.push(...rows.map(({ id }) => id));
  const isOnce = rows.length === keys.length && new Set(rows.map(({ subject }) => subject)).size === keys.length;
  const isRefused = responses.every(([first, second]) => first === 200 && second === 409);
  check(`${offset}: a key has one effect, whichever clock handles the request (F29)`, isOnce && isRefused, {
    keys: keys.length,
    mails: rows.length,
    ...(isRefused ? {} : { responses }),
  });
}

type Send = (api: ServerProcess, key: string) => Promise<Reply | null>;

async function senderOf({ client, url }: FaultSetup): Promise<Send> {
  const [project] = await makeProjects(client, 1);
  if (!project) throw new Error('no project');
  const domain = `keys-${project.id.slice(-8)}.example`;
  const { SECRET_KEY: secret = '' } = settingsFor(url);
  await givenSender(client, project.id, domain, { secret });
  await client.query(`update projects set mode = 'live'`);
  return (api, key) => {
    const headers = { ...bearer(project.secretKey), 'idempotency-key': key };
    const body = { to: `${key}@example.com`, from: `hello@${domain}`, subject: key, body: '<p>Hello</p>' };
    return trySend(api.url, { method: 'POST', path: '/v1/send', headers, body });
  };
}
