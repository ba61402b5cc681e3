import { setTimeout as delay } from 'node:timers/promises';
import { runStatements, urlOf } from '../../server/testing/database.ts';
import { createMigratedDatabase, dropDatabase, startTestApp } from '../../server/testing/index.ts';
import { matrixSettings, openProjectFixture, type ProjectFixture } from '../../server/testing/matrix/index.ts';
import { watchSubscriptions } from '../../server/testing/subscription-watch.ts';
import { startRendering } from '../instance/start-rendering.ts';
import { startNeighbour } from './neighbour.ts';
import { type AttackedInstance, quietTime } from './try-request.ts';
import { startVictim } from './victim.ts';

export interface HostileRun extends AttackedInstance {
  /** A project in which good requests can be made. */
  newFixture(): Promise<ProjectFixture>;
  /** Resets the rate limits: they are proven elsewhere, and would refuse the attacks. */
  resetRateLimits(): Promise<void>;
}

/** The same secret as the instance that makes good requests, so that its links and sessions are valid. */
const settings = { ...matrixSettings, SECRET_KEY: 'a-secret-for-tests-of-at-least-32-characters' };

/**
 * Runs `work` against a process of the product and a neighbour that uses it, on one database with a second instance that makes
 * good requests and the records they name. All of it is removed afterwards.
 */
export async function withHostileRun(work: (run: HostileRun) => Promise<void>): Promise<void> {
  const template = await createMigratedDatabase();
  await runStatements(urlOf(template), watchSubscriptions);
  const maker = await startTestApp(template, matrixSettings);
  const victim = await startVictim(maker.databaseUrl, settings);
  try {
    const { secretKey } = await maker.given.project();
    const neighbour = startNeighbour(victim.url, secretKey);
    try {
      const resetRateLimits = async () =>
        void (await maker.app.services.database.pool.query('delete from rate_limits'));
      await startRendering(victim.url, secretKey);
      await delay(3_000); // Why: the first calls compile what they run
      const newFixture = () => openProjectFixture(maker, 'hostile');
      await work({ victim, neighbour, newFixture, resetRateLimits, quiet: await quietTime(victim, neighbour, 5) });
    } finally {
      await neighbour.stop();
    }
  } finally {
    await victim.stop();
    await maker.close();
    await dropDatabase(template);
  }
}
