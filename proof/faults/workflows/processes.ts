import { startProcess } from '../../instance/instance.ts';
import { type ProcessGroup, startProcessGroup } from '../delivery/process-group.ts';

/** An API and two workers, each of which can be killed at any moment and is replaced. */
export interface Processes {
  /** Empty while the API is being replaced. */
  apiUrl(): string;
  /** `kill -9` of one of them. */
  killOne(random: () => number): void;
  stopWorkers(): Promise<void>;
  startWorkers(): Promise<void>;
  stop(): Promise<void>;
}

export async function startProcesses(databaseUrl: string, settings: Record<string, string>): Promise<Processes> {
  const start = (role: 'api' | 'worker', size: number): Promise<ProcessGroup> =>
    startProcessGroup(size, () => startProcess(role, databaseUrl, settings));
  const api = await start('api', 1);
  let workers = await start('worker', 2);
  return {
    apiUrl: () => api.members[0]?.url ?? '',
    killOne(random) {
      const group = random() < 0.2 ? api : workers;
      group.kill(random());
    },
    stopWorkers: () => workers.stop(),
    async startWorkers() {
      workers = await start('worker', 2);
    },
    async stop() {
      await Promise.all([api.stop(), workers.stop()]);
    },
  };
}
