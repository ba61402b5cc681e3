import { bearer, type Call, type Reply } from '../../../server/testing/client.ts';
import { makeProjects } from '../../instance/projects.ts';
import { type FaultRun, sleep } from '../fault-run.ts';
import { sendAll, tally, trySend } from '../requests.ts';
import { withTwoProcesses } from '../two-processes.ts';

/** 1,000 requests a minute and project, however many processes serve them. */
export const rateLimitFaults: FaultRun = ({ isShort, check }) =>
  withTwoProcesses({}, async ({ apis, client }) => {
    const [project, other] = await makeProjects(client, 2);
    if (!project || !other) throw new Error('two projects were made');
    const requestFor = (n: number, key = project.secretKey, headers: Record<string, string> = {}): [string, Call] => [
      apis[n % 2 === 0 ? 0 : 1].url,
      { method: 'GET', path: '/contacts/fields', headers: { ...bearer(key), ...headers } },
    ];

    const counts = tally(
      await sendAll(
        Array.from({ length: 1_100 }, (_, n) => requestFor(n)),
        40,
      ),
    );
    check('of 1,100 requests over two processes 1,000 are answered', counts['200'] === 1_000, counts);
    check('and the others are refused with 429', counts['429'] === 100, counts);

    for (const n of [0, 1]) {
      const refused = await trySend(...requestFor(n, project.secretKey, { 'x-forwarded-for': '203.0.113.7' }));
      check(`process ${n + 1} refuses with the right headers`, saysWhen(refused), refused?.body.error?.details);
    }
    const neighbour = await trySend(...requestFor(0, other.secretKey));
    check('another project is not concerned', neighbour?.status === 200, neighbour?.status);
    if (isShort) return;

    const last = await trySend(...requestFor(0));
    await sleep(Number(last?.headers['retry-after'] ?? 60) + 0.2);
    const fresh = await trySend(...requestFor(1));
    const isFresh = fresh?.status === 200 && fresh.headers['ratelimit-remaining'] === '999';
    check(
      'after Retry-After a fresh window opens with its first request',
      isFresh,
      fresh?.headers['ratelimit-remaining'],
    );
    check('which lasts a minute', fresh?.headers['ratelimit-reset'] === '60', fresh?.headers['ratelimit-reset']);
  });

function saysWhen(response: Reply | null): boolean {
  if (response?.status !== 429) return false;
  const { headers, body } = response;
  const seconds = Number(headers['retry-after']);
  const { code, details } = body.error;
  return (
    Number.isInteger(seconds) &&
    seconds >= 1 &&
    seconds <= 60 &&
    headers['ratelimit-limit'] === '1000' &&
    headers['ratelimit-remaining'] === '0' &&
    headers['ratelimit-reset'] === String(seconds) &&
    code === 'RATE_LIMIT_EXCEEDED' &&
    details.scope === 'project' &&
    details.retryAfter === seconds
  );
}
