import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Makes the template database that every test file copies. */
const globalSetup = fileURLToPath(new URL('./server/testing/global-setup.ts', import.meta.url));

export default defineConfig({
  test: {
    include: ['{server,tools,proof,sdk,dashboard}/**/*.test.{ts,tsx}', 'e2e/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    globalSetup: existsSync(globalSetup) ? [globalSetup] : [],
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
