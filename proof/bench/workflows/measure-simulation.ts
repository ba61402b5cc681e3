import { insistentClient } from '../../faults/requests.ts';
import { startProcess } from '../../instance/instance.ts';
import { journeyEvent, makeLongJourney, traveller } from '../../instance/long-journey.ts';
import { median, report } from '../comparison.ts';
import type { BenchDatabase } from './bench-database.ts';

/** How long a simulation of ninety days takes, from the request to its reply. */
export async function measureSimulation(
  { projects: [project], url }: BenchDatabase,
  { rounds }: { rounds: number },
): Promise<void> {
  if (!project) throw new Error('no project');
  const server = await startProcess('api', url);
  try {
    const api = insistentClient(() => server.url, project.secretKey);
    const { id } = await makeLongJourney(api, 'hello@postrider.test');
    const times: number[] = [];
    for (let time = -3; time < rounds * 10; time += 1) {
      const began = performance.now();
      const { status, body } = await api.post(`/workflows/${id}/simulate`, {
        ...{ contact: traveller, events: [journeyEvent] },
      });
      if (status !== 200) throw new Error(`no simulation: ${JSON.stringify(body)}`);
      if (time >= 0) times.push(performance.now() - began); // the first ones still compile what they run
    }
    report({
      name: 'workflows, a simulation of ninety days with mails, branches and a time-out',
      ...{ ours: median(times), unit: 'ms', want: { ours: { atMost: 100 } } },
    });
  } finally {
    await server.stop();
  }
}
