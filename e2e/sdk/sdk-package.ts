import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** The compiler that a workspace of the repository has. */
export function compilerOf(workspace: string): string {
  const packageFile = createRequire(join(root, workspace, 'package.json')).resolve('typescript/package.json');
  return join(dirname(packageFile), 'bin/tsc');
}

export interface PackedSdk {
  readonly bytes: number;
  readonly files: readonly string[];
  /** A folder of a consumer that has the package installed. */
  readonly consumer: string;
}

/** Builds the SDK, packs it as it would be published, and installs that package in an empty project. */
export function packSdk(): PackedSdk {
  const folder = mkdtempSync(join(tmpdir(), 'postrider-sdk-'));
  const [source, consumer] = [join(folder, 'sdk'), join(folder, 'consumer')];
  const installed = join(consumer, 'node_modules/@postrider/sdk');
  mkdirSync(source);
  mkdirSync(installed, { recursive: true });
  for (const name of ['package.json', 'README.md']) copyFileSync(join(root, 'sdk', name), join(source, name));
  run(compilerOf('sdk'), ['-p', join(root, 'sdk'), '--outDir', join(source, 'dist')]);

  const [packed] = JSON.parse(execFileSync('npm', ['pack', '--json'], { cwd: source, encoding: 'utf8' }));
  execFileSync('tar', ['-xzf', packed.filename, '--strip-components=1', '-C', installed], { cwd: source });

  writeFileSync(join(consumer, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(consumer, 'process.d.ts'),
    'declare const process: { env: Record<string, string | undefined> };\n',
  );
  const files: { path: string }[] = packed.files;
  return { bytes: packed.size, files: files.map(({ path }) => path), consumer };
}

export function run(program: string, args: readonly string[], cwd = root): void {
  try {
    execFileSync(process.execPath, [program, ...args], { cwd, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    throw new Error(String((error as { stdout?: string }).stdout), { cause: error }); // what the compiler complains of
  }
}

export interface Example {
  readonly title: string;
  readonly code: string;
  /** What the page says that it prints. */
  readonly output: string;
}

/** The examples of the README, each with its heading and its output. */
export function examplesOf(path = join(root, 'sdk/README.md')): Example[] {
  const sections = readFileSync(path, 'utf8').split(/^## /m);
  return sections.flatMap((section) => {
    const [, code] = /^```ts\n([\s\S]*?)^```/m.exec(section) ?? [];
    const [, output = ''] = /^```text\n([\s\S]*?)^```/m.exec(section) ?? [];
    return code === undefined ? [] : [{ title: section.split('\n')[0] ?? '', code, output }];
  });
}
