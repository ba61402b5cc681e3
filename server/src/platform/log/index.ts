import type { Logger as PinoLogger } from 'pino';
import { pino } from 'pino';

export type Logger = Pick<PinoLogger, 'fatal' | 'error' | 'warn' | 'info' | 'debug'> & {
  child(fields: LogFields): Logger;
};

export type LogFields = Readonly<Record<string, unknown>>;

const keyForm = /\b([sp]k)_[A-Za-z0-9_.-]{16,}/g;
const addressForm = /[^\s<>@"':,;()]{1,64}@[^\s<>@"':,;()]{1,253}/g;

/** One JSON line per entry. Keys and addresses that slip into a text are cut out before it is written. */
export function makeLogger(options: { level: string; name?: string }): Logger {
  return pino({
    level: options.level,
    base: options.name ? { name: options.name } : null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    hooks: { streamWrite: redact },
    redact: { paths: ['password', 'token', 'authorization', 'cookie', 'secret', 'email'], censor: '[cut]' },
    serializers: { error: errorFields },
  });
}

export const redact = (line: string): string => line.replace(keyForm, '$1_[cut]').replace(addressForm, '[address]');

function errorFields(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { code?: unknown }; // database and system errors carry one
  const cause = error.cause ? errorFields(error.cause) : undefined;
  return { type: error.name, message: error.message, code, stack: error.stack, cause };
}
