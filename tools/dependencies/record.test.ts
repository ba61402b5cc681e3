import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../source/repository-root.ts';

const workspaces = ['.', 'server', 'dashboard', 'sdk', 'e2e', 'proof', 'tools'];

async function packagesOf(workspace: string): Promise<[name: string, version: string][]> {
  const { dependencies, devDependencies } = JSON.parse(
    await readFile(join(repositoryRoot, workspace, 'package.json'), 'utf8'),
  );
  return Object.entries<string>({ ...dependencies, ...devDependencies });
}

test.each(workspaces)('every package that %s asks for is pinned and has a line with its reason', async (workspace) => {
  const record = await readFile(join(repositoryRoot, 'docs/decisions/dependencies.md'), 'utf8');
  const lines = record.split('\n').filter((line) => line.startsWith('| '));

  for (const [name, version] of await packagesOf(workspace)) {
    if (name.startsWith('@postrider/')) continue;
    const line = lines.find((text) => text.split('|')[1]?.split(/[ ,]+/).includes(name));
    expect(line, `docs/decisions/dependencies.md has no line for ${name}`).toBeDefined();
    expect(line, `docs/decisions/dependencies.md names another version of ${name}`).toContain(version);
  }
});
