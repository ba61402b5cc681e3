import { once } from 'node:events';
import { connect } from 'node:net';
import type { ServerProcess } from '../../instance/instance.ts';
import type { ProofProject } from '../../instance/projects.ts';
import { sleep } from '../fault-run.ts';
import { detailsOf, type IdempotencySetup, isReused, post, untilKey } from './setup.ts';

/** Clients that disconnect in the middle of their body, or before the reply. */
export async function clientsThatLeave(setup: IdempotencySetup): Promise<void> {
  const { apis, check, effects } = setup;
  const torn = setup.newProject();
  for (let n = 0; n < 20; n += 1) await sendAndLeave(apis[n % 2 === 0 ? 0 : 1], torn, { isWhole: false }, sleep(0.1));
  await sleep(0.5);
  check('an incomplete body has no effect', (await effects(torn)) === 0);
  const after = await post(apis[0], torn, 'key');
  check('and leaves its key free', after?.status === 200, after?.status);

  const slow = await setup.start({ CRASH_AT: 'idempotency.before-commit@3000' });
  const gone = setup.newProject();
  await sendAndLeave(slow, gone, { isWhole: true }, untilKey(setup, gone, 'claimed'));
  const early = await post(apis[0], gone, 'key');
  check('a repeat while the first runs is refused without a status', isReused(early, null), detailsOf(early));
  check('with Retry-After of a second', early?.headers['retry-after'] === '1', early?.headers['retry-after']);
  await untilKey(setup, gone, 'settled');
  const late = await post(apis[0], gone, 'key');
  const isKept = isReused(late, 200) && (await effects(gone)) === 1;
  check('a client that does not wait for the reply has its effect once', isKept, detailsOf(late));
  await slow.stop();
}

/** Writes a request, whole or only the beginning of its body, and cuts the connection after a while. */
async function sendAndLeave(
  { url }: ServerProcess,
  project: ProofProject,
  { isWhole }: { isWhole: boolean },
  whileOpen: Promise<void>,
): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const body = JSON.stringify({ note: 'a client that leaves' });
  socket.write(
    `POST /test/effect HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${project.secretKey}\r\n` +
      `Idempotency-Key: key\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n` +
      (isWhole ? body : body.slice(0, 10)),
  );
  await whileOpen;
  socket.destroy();
}
