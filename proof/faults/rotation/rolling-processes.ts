import { freePort } from '../../../server/testing/free-port.ts';
import { type ServerProcess, startProcess } from '../../instance/instance.ts';

export interface Secrets {
  readonly current: string;
  readonly others: readonly string[];
}

/** A process with API, worker and inbound mail, and the port of the last. */
export interface RollingProcess {
  readonly process: ServerProcess;
  readonly inboundPort: number;
}

/** Processes that are replaced one by one, the new one before the old. */
export interface RollingProcesses {
  /** Those that accept requests now, the newest first. */
  readonly live: readonly ServerProcess[];
  /** The oldest first. */
  readonly members: readonly RollingProcess[];
  /** Restarts every process with these secrets; `halfway` is called when half of them have them. */
  rollOver(secrets: Secrets, halfway?: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

const size = 2;

export async function startRollingProcesses(
  databaseUrl: string,
  settings: Record<string, string>,
  secrets: Secrets,
): Promise<RollingProcesses> {
  const start = async ({ current, others }: Secrets): Promise<RollingProcess> => {
    const inboundPort = await freePort();
    const own = { SECRET_KEY: current, SECRET_KEYS_OLD: others.join(','), INBOUND_PORT: String(inboundPort) };
    return { process: await startProcess('all', databaseUrl, { ...settings, ...own }), inboundPort };
  };
  let members: RollingProcess[] = [];
  for (let n = 0; n < size; n += 1) members.push(await start(secrets));
  return {
    get live() {
      return members.map(({ process }) => process).toReversed();
    },
    get members() {
      return members;
    },
    async rollOver(next, halfway) {
      for (let n = 0; n < size; n += 1) {
        const [oldest, ...rest] = members;
        members = [...rest, await start(next)];
        await oldest?.process.stop();
        if (n + 1 === size / 2) await halfway?.();
      }
    },
    async stop() {
      await Promise.all(members.map(({ process }) => process.stop()));
    },
  };
}
