import { type Logger as PinoLogger, pino } from 'pino';
import { redact } from './redact.ts';

export type Logger = Pick<PinoLogger, 'fatal' | 'error' | 'warn' | 'info' | 'debug'> & {
  child(fields: LogFields): Logger;
};

export type LogFields = Readonly<Record<string, unknown>>;

interface Options {
  readonly level: string;
  readonly name?: string;
  /** Where lines go; standard output without it. */
  readonly destination?: { write(line: string): void };
}

/** One JSON line per entry. Keys, addresses and other secrets in a text are removed before it is written. */
export function makeLogger({ level, name, destination }: Options): Logger {
  const options = {
    level,
    base: name ? { name } : null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: { streamWrite: redact },
    serializers: { error: errorFields },
  };
  return destination ? pino(options, destination) : pino(options);
}

function errorFields(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { code?: unknown }; // database and system errors carry one
  const cause = error.cause ? errorFields(error.cause) : undefined;
  return { type: error.name, message: error.message, code, stack: error.stack, cause };
}
