import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Makes the template database that every test file copies. */
const globalSetup = fileURLToPath(new URL('./server/testing/global-setup.ts', import.meta.url));
const searchAfterFile = fileURLToPath(new URL('./server/testing/search-after-file.ts', import.meta.url));

const sdk = fileURLToPath(new URL('./sdk/src/index.ts', import.meta.url));

export default defineConfig({
  resolve: { alias: { '@postrider/sdk': sdk } },
  test: {
    include: ['{server,tools,proof,sdk,dashboard}/**/*.test.{ts,tsx}', 'e2e/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    globalSetup: existsSync(globalSetup) ? [globalSetup] : [],
    setupFiles: existsSync(searchAfterFile) ? [searchAfterFile] : [],
    environment: 'node',
    pool: 'forks',
    // Why three on two cores: tests wait for sockets and for PostgreSQL a third of their time.
    maxWorkers: 3,
    // Why: half of the processor's time went into loading the server anew for each file.
    isolate: false,
    // Far longer than any takes: that a machine is busy says nothing about the product.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
