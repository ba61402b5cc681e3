import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const sdk = fileURLToPath(new URL('../sdk/src/index.ts', import.meta.url));
const api = process.env.API_URL ?? 'http://127.0.0.1:8080';

export default defineConfig({
  /** The API serves the dashboard under this path. */
  base: '/app/',
  resolve: { alias: { '@postrider/sdk': sdk } },
  build: {
    // Why: the content policy allows fonts and scripts from the instance only, not from data URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Libraries mark files for servers that render React; there is none here.
    rolldownOptions: { checks: { moduleLevelDirective: false } },
  },
  /** `npm run dev --workspace dashboard`: everything else is answered by a running instance (`API_URL`). */
  server: { proxy: { '^/(?!app(/|$))': { target: api } } },
});
