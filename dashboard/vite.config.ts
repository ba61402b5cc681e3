import { defineConfig } from 'vite';

export default defineConfig({
  /** The API serves the dashboard under this path. */
  base: '/app/',
});
