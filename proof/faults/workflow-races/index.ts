import { createMigratedDatabase, dropDatabase, urlOf } from '../../../server/testing/database.ts';
import { connect } from '../../../server/testing/spool-setup.ts';
import { makeProjects } from '../../instance/projects.ts';
import { type FaultRun, randomFrom } from '../fault-run.ts';
import { insistentClient } from '../requests.ts';
import { checkExecutions } from '../workflows/invariants.ts';
import { startProcesses } from '../workflows/processes.ts';
import { settle } from '../workflows/setup.ts';
import { type Ends, endsOf, type RaceGround } from './race-ground.ts';
import { races } from './races.ts';

const repeats = { short: 300, long: 10_000 };
/** Contacts that race at the same time, in a project of their own. */
const perRound = 50;

/** F37: what happens to one execution in the same moment, again and again, by real processes. */
export const workflowRaces: FaultRun = async ({ isShort, seed, count, check }) => {
  const wanted = count ?? (isShort ? repeats.short : repeats.long);
  const random = randomFrom(seed);
  const name = await createMigratedDatabase();
  const client = await connect(urlOf(name));
  const processes = await startProcesses(urlOf(name), { LOG_LEVEL: 'warn' });
  const results = new Map<string, { repeats: number; ends: Ends; wrong: unknown[] }>();
  try {
    for (let done = 0; done < wanted; done += perRound) {
      const race = races[(done / perRound) % races.length];
      const [project] = await makeProjects(client, 1);
      if (!race || !project) throw new Error('no race');
      const ground: RaceGround = {
        ...{ client, project, random, people: Math.min(perRound, wanted - done) },
        api: insistentClient(() => processes.apiUrl(), project.secretKey),
        settle: () => settle({ client }),
      };
      const result = results.get(race.name) ?? { repeats: 0, ends: {}, wrong: [] };
      const wrong = await race.run(ground);
      await settle({ client });
      const ends = await endsOf(ground);
      if (wrong !== null) result.wrong.push(wrong);
      for (const [end, times] of Object.entries(ends)) result.ends[end] = (result.ends[end] ?? 0) + times;
      result.repeats += ground.people;
      results.set(race.name, result);
    }
    for (const [race, { wrong, ...seen }] of results) {
      check(`workflow-races: ${race} (F37)`, wrong.length === 0, { ...seen, ...(wrong.length > 0 ? { wrong } : {}) });
    }
    await checkExecutions(client, 'workflow-races', check);
  } finally {
    await processes.stop();
    await client.end();
    await dropDatabase(name);
  }
};
