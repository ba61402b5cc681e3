export { commands } from './commands/command-list.ts';
export { runCommand } from './commands/run-command.ts';
export { features } from './features.ts';
export { migrate } from './migrate.ts';
export { allRoutes, openApiDocument } from './routes.ts';
export { type RunningApp, runApp } from './run-app.ts';
