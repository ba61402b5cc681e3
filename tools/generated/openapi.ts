import type { Generator } from './generator.ts';

export const openApiGenerator: Generator = {
  name: 'openapi',
  async files() {
    const { openApiDocument } = await import('../../server/src/app/routes.ts');
    return new Map([['openapi.json', `${JSON.stringify(openApiDocument(), null, 2)}\n`]]);
  },
};
