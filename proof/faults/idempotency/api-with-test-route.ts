import { runApp } from '../../../server/src/app/index.ts';
import { loadConfig } from '../../../server/src/platform/config/index.ts';
import { effectRoutes } from '../../../server/testing/effect-routes.ts';

/** An API process like any other, with two idempotent routes whose effect can be counted. */
const app = await runApp(loadConfig(), { api: true, worker: false }, { extraRoutes: effectRoutes });
process.on('SIGTERM', () => void app.stop().then(() => process.exit(0)));
