import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Tenant } from './tenants.ts';

const entry = fileURLToPath(new URL('./misbehave.ts', import.meta.url));

export interface MisbehavingTenant {
  /** Ends it and returns how often each kind of call got which status. */
  stop(): Promise<unknown>;
}

/**
 * `only`: part of the names of the misbehaviours to try; all of them if empty.
 * Why a process of its own: large bodies must not delay the clock that the other tenants are measured by.
 */
export function startMisbehaving(url: string, tenant: Tenant, only: string): MisbehavingTenant {
  const child = fork(entry, [url, JSON.stringify(tenant), only]);
  return {
    async stop() {
      const message = once(child, 'message');
      child.send('stop');
      const [statusCounts] = await Promise.race([message, once(child, 'exit')]);
      return statusCounts;
    },
  };
}
