import type { ServerProcess } from '../../instance/instance.ts';
import { sleep } from '../fault-run.ts';

/** Processes of one role that are killed and replaced. */
export interface ProcessGroup {
  readonly members: readonly ServerProcess[];
  /** `kill -9` of one of them; another replaces it as soon as it can start. False when none is there. */
  kill(choice: number): boolean;
  /** Waits for replacements, then stops all of them in order. */
  stop(): Promise<void>;
}

export async function startProcessGroup(size: number, start: () => Promise<ServerProcess>): Promise<ProcessGroup> {
  const members: ServerProcess[] = [];
  const starting: Promise<void>[] = [];
  const startOne = async (): Promise<void> => {
    for (;;) {
      const member = await start().catch(() => null); // PostgreSQL may be away
      if (member) return void members.push(member);
      await sleep(0.5);
    }
  };
  await Promise.all(Array.from({ length: size }, startOne));
  return {
    members,
    kill(choice) {
      const [victim] = members.splice(Math.floor(choice * members.length), 1);
      if (!victim) return false;
      victim.child.kill('SIGKILL');
      starting.push(startOne());
      return true;
    },
    async stop() {
      await Promise.all(starting);
      await Promise.all(members.map((member) => member.stop()));
    },
  };
}
