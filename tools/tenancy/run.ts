import { Client } from 'pg';
import { withMigratedDatabase } from '../../server/testing/database.ts';
import { describeFault } from './fault.ts';
import { findFaults } from './find-faults.ts';
import { loadCatalogue } from './load-catalogue.ts';

const faults = await withMigratedDatabase(async (url) => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return findFaults(await loadCatalogue(client));
  } finally {
    await client.end();
  }
});
for (const fault of faults) console.log(describeFault(fault));
console.log(faults.length === 0 ? 'projects are sealed' : `${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
