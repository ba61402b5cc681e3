import type { FaultRun } from '../fault-run.ts';
import { apiKeyFaults } from './api-keys.ts';
import { secretKeyFaults } from './secret-key.ts';

/** Keys are replaced while they are in use: those of a project, and the instance's own. */
export const rotationFaults: FaultRun = async (options) => {
  await apiKeyFaults(options);
  await secretKeyFaults(options);
};
