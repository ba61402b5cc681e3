import { openDatabase } from '../../../server/src/platform/db/index.ts';
import { thinApp } from './thin-app.ts';

/** The thin server as a process, with the pool of the product. Prints its address when it is ready. */
const [databaseUrl = '', poolSize = ''] = process.argv.slice(2);
const { pool } = openDatabase({ url: databaseUrl, size: Number(poolSize) });
console.log(await thinApp(pool).listen({ host: '127.0.0.1', port: 0 }));
