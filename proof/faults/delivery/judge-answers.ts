import type { Check } from '../fault-run.ts';
import type { Senders } from './senders.ts';

/** No connection broke, and no reply was a 5xx. */
export function judgeAnswers({ requests }: Pick<Senders, 'requests'>, statement: string, check: Check): void {
  const statuses = requests.flatMap((request) => request.statuses);
  const bad = statuses.filter((status) => status === null || status >= 500);
  check(statement, statuses.length > 0 && bad.length === 0, { replies: statuses.length, bad });
}
