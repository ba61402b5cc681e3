import type { Config } from '#platform/config';
import { type InstanceContext, instanceContext } from '#platform/context';
import { makeLogger } from '#platform/log';
import { buildServices, closeServices } from '../services.ts';

/** Runs something on the database of an installation, beside its processes. */
export async function inInstance<T>(config: Config, work: (ctx: InstanceContext) => Promise<T>): Promise<T> {
  const services = await buildServices(config, false, { log: makeLogger({ level: 'silent' }) });
  try {
    return await work(instanceContext(services));
  } finally {
    await closeServices(services);
  }
}
