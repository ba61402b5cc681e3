import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Fence } from '../../server/src/pure/docs-pages/index.ts';
import { reasonNotToRun, root } from './documents.ts';

interface Instance {
  readonly url: string;
  readonly secretKey: string;
  readonly publicKey: string;
}

/** A snippet with what the page says that it prints, and what it printed. */
interface RunSnippet {
  readonly code: string;
  readonly expected: string | null;
  readonly printed: string;
}

const end = '--- end of snippet ---';

/** Runs the snippets of a page in order, in one shell and an empty folder, against an instance. Ends at the first that fails. */
export async function runPage(fences: readonly Fence[], instance: Instance): Promise<RunSnippet[]> {
  const folder = await mkdtemp(join(tmpdir(), 'postrider-docs-'));
  try {
    const steps = stepsOf(fences);
    await writePackages(folder);
    const commands = await Promise.all(steps.map((step, at) => commandOf(step.fence, folder, at, instance)));
    const script = commands.map((command) => `${command}\nprintf '\\n%s\\n' '${end}'`).join('\n');
    const parts = (await runScript(script, folder, instance)).split(`\n${end}\n`);
    return steps.map(({ fence, expected }, at) => ({ code: fence.code, expected, printed: (parts[at] ?? '').trim() }));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The fences that are run, each with the output that stands below it. */
function stepsOf(fences: readonly Fence[]): { fence: Fence; expected: string | null }[] {
  return fences.flatMap((fence, at) => {
    if (reasonNotToRun(fence) !== null) return [];
    const next = fences[at + 1];
    return [{ fence, expected: next?.language === 'output' ? next.code.trim() : null }];
  });
}

/** What a snippet finds installed: the client of this repository, and React. */
async function writePackages(folder: string): Promise<void> {
  const packages = join(folder, 'node_modules');
  await mkdir(packages);
  for (const name of ['react', 'react-dom']) await symlink(join(root, 'node_modules', name), join(packages, name));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
}

async function commandOf(
  { language, note, code }: Fence,
  folder: string,
  at: number,
  { url }: Instance,
): Promise<string> {
  const here = code.replaceAll('http://localhost:8080', url);
  if (language === 'sh') return here;
  const program = here.replace(`'@postrider/sdk'`, JSON.stringify(join(root, 'sdk/src/index.ts')));
  const [, saved] = /^file: (\S+)$/.exec(note) ?? [];
  const file = saved ?? `snippet-${at}.${language}`;
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await writeFile(join(folder, file), program);
  return saved ? ':' : `node ${file}`;
}

const maxPageMs = 300_000;

async function runScript(script: string, folder: string, { url, secretKey, publicKey }: Instance): Promise<string> {
  // A call that is refused ends the page: a reader would not see a status.
  const strict = `set -euo pipefail\ncurl() { command curl --fail-with-body --show-error "$@"; }\n`;
  const child = spawn('bash', ['-c', strict + script], {
    cwd: folder,
    env: { PATH: process.env.PATH, POSTRIDER_URL: url, POSTRIDER_KEY: secretKey, POSTRIDER_PUBLIC_KEY: publicKey },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  // Pages wait for what must happen; a page that waits in vain ends with everything it has started.
  const waitsInVain = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), maxPageMs);
  const [printed, complaints, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ]);
  clearTimeout(waitsInVain);
  if (code !== 0) throw new Error(`exit ${code}\n${complaints}\n${printed}`);
  return printed;
}

/** Whether the output is what the page says; `…` stands for anything within a line. */
export function matches(printed: string, expected: string): boolean {
  const [real, wanted] = [printed.split('\n'), expected.split('\n')];
  return real.length === wanted.length && wanted.every((line, at) => patternOf(line).test(real[at] ?? ''));
}

const patternOf = (line: string): RegExp =>
  new RegExp(
    `^${line
      .split('…')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}\\s*$`,
  );
