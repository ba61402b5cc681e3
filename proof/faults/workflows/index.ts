import { makeProjects } from '../../instance/projects.ts';
import { type FaultOptions, type FaultRun, randomFrom } from '../fault-run.ts';
import { checkExecutions } from './invariants.ts';
import { makeJourneys, projectsFor } from './journeys.ts';
import { judgeJourneys } from './judge.ts';
import { runLongJourney } from './long-journey.ts';
import { runLoops } from './loops.ts';
import { keepCallBeginnings } from './recorded.ts';
import { runSeries } from './series.ts';
import { inWorkflowSetup, type WorkflowSetup } from './setup.ts';
import { runTimeline } from './timeline.ts';

const sizes = {
  short: { journeys: 100, maxSteps: 12, kills: 3 },
  long: { journeys: 10_000, maxSteps: 30, kills: 100 },
};

/** Workflows on a PostgreSQL whose clock is turned: random ones, a series of mails, loops, and a journey beside its simulation. */
export const workflowFaults: FaultRun = (options) =>
  inWorkflowSetup(async (setup) => {
    await runJourneys(setup, options);
    await runLongJourney(setup, options.check);
    await runSeries(setup, options);
    await runLoops(setup, options.check);
    await checkExecutions(setup.client, 'workflows', options.check);
  });

/**
 * Random graphs with random events on a clock that is turned by months, while processes are killed: the server and the pure
 * interpreter end in the same state with the same effects, each once (I9, F23, F37).
 */
async function runJourneys(setup: WorkflowSetup, { isShort, seed, count, check }: FaultOptions): Promise<void> {
  const { client, target } = setup;
  const size = isShort ? sizes.short : sizes.long;
  const amount = count ?? size.journeys;
  await keepCallBeginnings(client);
  const projects = await makeProjects(client, projectsFor(amount));
  const webhookUrl = `http://127.0.0.1:${target.port}/hook/{{ plan }}?id={{ id }}`;
  const journeys = await makeJourneys(client, projects, amount, { seed, webhookUrl, maxSteps: size.maxSteps });
  const kills = Math.ceil((size.kills * amount) / size.journeys);
  const timeline = await runTimeline({ setup, journeys, random: randomFrom(seed), kills });
  check('workflows: every execution came to an end', true, timeline);
  await judgeJourneys(client, journeys, target.requests, check);
}
