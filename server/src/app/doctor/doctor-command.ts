import { loadConfig } from '#platform/config';
import { instanceContext } from '#platform/context';
import { isDatabaseAway } from '#platform/db';
import { type CheckStatus, finding } from '#platform/doctor';
import { type Command, CommandRefused } from '../commands/command.ts';
import { buildServices, closeServices } from '../services.ts';
import { startRefusal } from '../start-refusal.ts';
import { type Examination, examine } from './examine.ts';

const marks: Record<CheckStatus, string> = { pass: 'ok     ', warn: 'WARNING', fail: 'FAILED ', unknown: 'UNKNOWN' };

/** `postrider doctor`: the same result as `GET /doctor`. */
export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'Check database, relays, domains, queue, network, storage and clock',
  async run(_call, io) {
    const examination = await examineFromOutside();
    const { status, checks } = examination;
    const lines = checks.flatMap(({ id, status: one, seen, action }) => [
      `${marks[one]} ${id}: ${seen}`,
      ...(action && one !== 'pass' ? [`        ${action}`] : []),
    ]);
    const bad = checks.filter((check) => check.status === 'fail' || check.status === 'unknown').length;
    io.result(examination, lines);
    if (status === 'fail' || status === 'unknown')
      throw new CommandRefused(`${bad} of ${checks.length} checks failed.`);
  },
};

/** A database that is away is a finding, not a reason to find nothing. */
async function examineFromOutside(): Promise<Examination> {
  const config = { ...loadConfig(), LOG_LEVEL: 'silent' as const };
  const services = await buildServices(config, false).catch((error: unknown) => {
    if (isDatabaseAway(error) || startRefusal(error)) return startRefusal(error)?.line ?? String(error);
    throw error;
  });
  if (typeof services === 'string') {
    const about = finding(
      'database.connection',
      'Everything is kept in PostgreSQL; without it nothing else was checked.',
    );
    const checks = [{ ...about.fail(services, 'Mend that first.'), group: 'database' as const, checkedAt: new Date() }];
    return { status: 'fail', checks };
  }
  try {
    return await examine(instanceContext(services));
  } finally {
    await closeServices(services);
  }
}
