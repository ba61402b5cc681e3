import type { ServerProcess } from '../../instance/instance.ts';
import { sleep } from '../fault-run.ts';

/** Processes of one role that are killed and replaced. */
export interface Crew {
  readonly members: readonly ServerProcess[];
  /** `kill -9` of one of them; another takes its place as soon as it can start. False when none is there. */
  kill(choice: number): boolean;
  /** Waits for replacements, then stops all of them in order. */
  dismiss(): Promise<void>;
}

export async function hireCrew(size: number, start: () => Promise<ServerProcess>): Promise<Crew> {
  const members: ServerProcess[] = [];
  const hiring: Promise<void>[] = [];
  const hire = async (): Promise<void> => {
    for (;;) {
      const member = await start().catch(() => null); // PostgreSQL may be away
      if (member) return void members.push(member);
      await sleep(0.5);
    }
  };
  await Promise.all(Array.from({ length: size }, hire));
  return {
    members,
    kill(choice) {
      const [victim] = members.splice(Math.floor(choice * members.length), 1);
      if (!victim) return false;
      victim.child.kill('SIGKILL');
      hiring.push(hire());
      return true;
    },
    async dismiss() {
      await Promise.all(hiring);
      await Promise.all(members.map((member) => member.stop()));
    },
  };
}
