import { runApp } from '../../../server/src/app/index.ts';
import { loadConfig } from '../../../server/src/platform/config/index.ts';

/** An API process that writes no request log; everything else is as in the product. */
const app = await runApp(loadConfig(), { api: true, worker: false }, { requestLog: null });
process.on('SIGTERM', () => void app.stop().then(() => process.exit(0)));
