export { features } from './features.ts';
export { migrate } from './migrate.ts';
export { openApiDocument } from './openapi.ts';
export { type RunningApp, runApp } from './run-app.ts';
export { roles, start } from './start.ts';
