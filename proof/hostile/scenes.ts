import { setTimeout as delay } from 'node:timers/promises';
import { createMigratedDatabase, dropDatabase, startTestApp } from '../../server/testing/index.ts';
import type { Scene } from '../../server/testing/matrix/index.ts';
import { matrixSettings, openScene } from '../../server/testing/matrix/index.ts';
import { startNeighbour } from './neighbour.ts';
import type { Instance } from './try-request.ts';
import { quietWait } from './try-request.ts';
import { startVictim } from './victim.ts';

export interface HostileRun extends Instance {
  /** A project in which good requests can be made. */
  newScene(): Promise<Scene>;
  /** Forgets what was counted of requests: limits are proven elsewhere, and would only stand in front of the attacks. */
  forgetRates(): Promise<void>;
}

/** The same secret as the instance that makes good requests, so that its links and sessions are understood. */
const settings = { ...matrixSettings, SECRET_KEY: 'a-secret-for-tests-of-at-least-32-characters' };

/**
 * Runs `work` against a process of the product and a neighbour who uses it, on one database with a second instance that makes
 * good requests and the things they name. All of it is gone afterwards.
 */
export async function withHostileRun(work: (run: HostileRun) => Promise<void>): Promise<void> {
  const template = await createMigratedDatabase();
  const maker = await startTestApp(template, matrixSettings);
  const victim = await startVictim(maker.databaseUrl, settings);
  try {
    const { secretKey } = await maker.given.project();
    const neighbour = startNeighbour(victim.url, secretKey);
    try {
      const forgetRates = async () => void (await maker.app.cellar.database.pool.query('delete from rate_limits'));
      await delay(3_000); // the first calls compile what they run
      const newScene = () => openScene(maker, 'hostile');
      await work({ victim, neighbour, newScene, forgetRates, quietMs: await quietWait(victim, neighbour, 5) });
    } finally {
      await neighbour.stop();
    }
  } finally {
    await victim.stop();
    await maker.close();
    await dropDatabase(template);
  }
}
