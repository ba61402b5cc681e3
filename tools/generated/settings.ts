import { composeFile, composePath } from './compose.ts';
import type { Generator } from './generator.ts';

export const settingsGenerator: Generator = {
  name: 'settings',
  async files() {
    const { envExample, settingsReference } = await import('../../server/src/platform/config/document.ts');
    const { settings } = await import('../../server/src/platform/config/schema.ts');
    return new Map([
      ['docs/reference/settings.md', settingsReference()],
      ['.env.example', envExample()],
      [composePath, await composeFile(settings)],
    ]);
  },
};
