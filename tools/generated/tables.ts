import type { Generator } from './generator.ts';
import { loadTables } from './tables/load-tables.ts';
import { tableFiles } from './tables/table-files.ts';

export const tablesGenerator: Generator = {
  name: 'tables',
  leftovers: /^server\/src\/(features|platform)\/[^/]+\/tables\.ts$/,
  async files() {
    const { withMigratedSchema } = await import('../database/with-migrated-schema.ts');
    return withMigratedSchema(async (url) => tableFiles(await loadTables(url)));
  },
};
