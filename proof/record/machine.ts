import { cpus, totalmem } from 'node:os';
import { adminUrl, readTexts } from '../../server/testing/database.ts';

/** What an installation must have on (docs/operating/sizing.md); without these a figure says nothing about one. */
const mustBeOn = ['fsync', 'synchronous_commit', 'full_page_writes', 'autovacuum', 'track_counts'];

/** The machine in a line. Refuses a PostgreSQL that is not set as an installation must be. */
export async function machineNow(url = adminUrl()): Promise<string> {
  const settings = ['server_version', 'shared_buffers', ...mustBeOn];
  const values = await readTexts(
    url,
    `select current_setting(name) as value from unnest(array['${settings.join(`','`)}']) with ordinality as t (name, place) order by place`,
  );
  const off = settings.filter((_, index) => values[index] === 'off');
  if (off.length > 0)
    throw new Error(`a proof needs a PostgreSQL with ${off.join(', ')} on: see TEST_DATABASE_URL in proof/README.md`);
  const [version = 'unknown', buffers = 'unknown'] = values;
  const memory = `${Math.round(totalmem() / 1024 ** 3)} GB`;
  return `${cpus().length} cores, ${memory}, Node ${process.version}, PostgreSQL ${version.split(' ')[0]} with shared_buffers ${buffers}`;
}
