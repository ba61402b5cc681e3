import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Tenant } from './tenants.ts';

const entry = fileURLToPath(new URL('./misbehave.ts', import.meta.url));

export interface MisbehavingTenant {
  /** Ends it; how often each kind of call was answered with which status. */
  stop(): Promise<unknown>;
}

/** Why a process of its own: large bodies must not delay the clock that the other tenants are measured by. */
/** `only`: words that the names of the misbehaviours contain; every one of them if empty. */
export function startMisbehaving(url: string, tenant: Tenant, only: string): MisbehavingTenant {
  const child = fork(entry, [url, JSON.stringify(tenant), only]);
  return {
    async stop() {
      const told = once(child, 'message');
      child.send('stop');
      const [answers] = await Promise.race([told, once(child, 'exit')]);
      return answers;
    },
  };
}
