import { expect, test } from 'vitest';
import { distPackage } from './dist-package.ts';

test('the compiled server finds its features among compiled files', () => {
  const made = distPackage({
    version: '1.2.3',
    imports: { '#platform/*': './src/platform/*/index.ts', '#testing': './testing/index.ts' },
  });

  expect(made).toEqual({
    private: true,
    type: 'module',
    version: '1.2.3',
    imports: { '#platform/*': './platform/*/index.js' },
  });
});
