import { makeProjects } from '../../instance/projects.ts';
import type { FaultRun } from '../fault-run.ts';
import { sleep } from '../fault-run.ts';
import type { Answer } from '../shoot.ts';
import { fire, shoot, tally } from '../shoot.ts';
import { withTwoProcesses } from '../two-processes.ts';

/** 1,000 requests a minute and project, however many processes answer them. */
export const rateLimitFaults: FaultRun = ({ isShort, check }) =>
  withTwoProcesses({}, async ({ apis, client }) => {
    const [project, other] = await makeProjects(client, 2);
    if (!project || !other) throw new Error('two projects were made');
    const shot = (n: number, key = project.secretKey, headers: Record<string, string> = {}) => ({
      url: `${apis[n % 2 === 0 ? 0 : 1].url}/contacts/fields`,
      method: 'GET',
      headers: { authorization: `Bearer ${key}`, ...headers },
    });

    const counts = tally(
      await fire(
        Array.from({ length: 1_100 }, (_, n) => shot(n)),
        40,
      ),
    );
    check('of 1,100 requests over two processes 1,000 are answered', counts['200'] === 1_000, counts);
    check('and the others are refused with 429', counts['429'] === 100, counts);

    for (const n of [0, 1]) {
      const refused = await shoot(shot(n, project.secretKey, { 'x-forwarded-for': '203.0.113.7' }));
      check(`process ${n + 1} refuses with the right headers`, saysWhen(refused), refused?.body.error?.details);
    }
    const neighbour = await shoot(shot(0, other.secretKey));
    check('another project is not concerned', neighbour?.status === 200, neighbour?.status);
    if (isShort) return;

    const last = await shoot(shot(0));
    await sleep(Number(last?.headers['retry-after'] ?? 60) + 0.2);
    const fresh = await shoot(shot(1));
    const isFresh = fresh?.status === 200 && fresh.headers['ratelimit-remaining'] === '999';
    check(
      'after Retry-After a fresh window opens with its first request',
      isFresh,
      fresh?.headers['ratelimit-remaining'],
    );
    check('which lasts a minute', fresh?.headers['ratelimit-reset'] === '60', fresh?.headers['ratelimit-reset']);
  });

function saysWhen(answer: Answer | null): boolean {
  if (answer?.status !== 429) return false;
  const { headers, body } = answer;
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
