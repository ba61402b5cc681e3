export { features } from './features.ts';
export { migrate } from './migrate.ts';
export { allRoutes, openApiDocument } from './routes.ts';
export { type RunningApp, runApp } from './run-app.ts';
export { roles, start } from './start.ts';
