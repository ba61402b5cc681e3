import type { Generator } from './generator.ts';
import { loadServerModule } from './load-server-module.ts';

export const openApiGenerator: Generator = {
  name: 'openapi',
  async files() {
    const { openApiDocument } = await loadServerModule<{ openApiDocument(): object }>('src/app/openapi.ts');
    return new Map([['openapi.json', `${JSON.stringify(openApiDocument(), null, 2)}\n`]]);
  },
};
