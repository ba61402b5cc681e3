import type { Generator } from './generator.ts';

export const settingsGenerator: Generator = {
  name: 'settings',
  async files() {
    const { envExample, settingsReference } = await import('../../server/src/platform/config/document.ts');
    return new Map([
      ['docs/reference/settings.md', settingsReference()],
      ['.env.example', envExample()],
    ]);
  },
};
