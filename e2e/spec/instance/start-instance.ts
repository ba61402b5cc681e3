import { randomBytes } from 'node:crypto';
import { type ServerProcess, startServer } from '@postrider/server/testing/server-process';

/** A complete Postrider in a process of its own, as an operator would start it. */
export const startInstance = (databaseUrl: string, settings: Record<string, string> = {}): Promise<ServerProcess> =>
  startServer('all', {
    ENVIRONMENT: 'test',
    HOST: '127.0.0.1',
    DATABASE_URL: databaseUrl,
    SECRET_KEY: randomBytes(32).toString('base64'),
    SIGNUPS: 'open',
    LOG_LEVEL: 'debug',
    SHUTDOWN_SECONDS: '5',
    ...settings,
  });
