import { settings } from '../../server/src/platform/config/schema.ts';
import type { Assumptions } from './arithmetic.ts';

const defaultOf = (name: keyof typeof settings): number => Number(settings[name].fallback);

/** One for listening. */
const perProcess = defaultOf('DATABASE_POOL_SIZE') + defaultOf('QUEUE_POOL_SIZE') + 1;
const claimsAndGate = 4;

const [megabyte, terabyte] = [1e6, 1e12];

export const assumptions: Assumptions = {
  peakFactor: 4.3,
  noticesPerMail: 1,
  opensAndClicksPerMail: 0.5,
  eventsPerMail: 1,
  contactsPerMail: 0.1,
  maxProcessorShare: 0.6,
  recordDays: 365,
  textDays: defaultOf('EMAIL_BODY_DAYS'),
  primaryCores: 32,
  primaryWalBytesPerSecond: 200 * megabyte,
  primaryDiskBytes: 10 * terabyte,
  connectionsPerApiProcess: perProcess,
  connectionsPerWorkerProcess: perProcess + defaultOf('SPOOL_POOL_SIZE') + claimsAndGate,
};
