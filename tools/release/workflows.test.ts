import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { repositoryRoot } from '../source/repository-root.ts';

interface Job {
  'timeout-minutes'?: number;
  uses?: string;
  steps?: { run?: string; uses?: string; with?: Record<string, string> }[];
}

interface Workflow {
  permissions?: Record<string, string>;
  jobs: Record<string, Job>;
}

const folder = join(repositoryRoot, '.github/workflows');
const workflows = readdirSync(folder).map((name) => {
  const workflow = parse(readFileSync(join(folder, name), 'utf8')) as Workflow; // our own files
  return [name, workflow] as const;
});
const { scripts } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** Minutes: what runs at night may take longer than what a change waits for. */
const longest = (name: string): number => (name === 'nightly.yml' ? 150 : 90);

test.each(workflows)('%s may only read unless a job says more, and every job ends', (name, { permissions, jobs }) => {
  expect(permissions).toEqual({ contents: 'read' });
  for (const job of Object.values(jobs))
    if (!job.uses) expect(job['timeout-minutes']).toBeLessThanOrEqual(longest(name));
});

test.each(workflows)('%s runs scripts and names files that exist', (_name, { jobs }) => {
  const steps = Object.values(jobs).flatMap((job) => job.steps ?? []);
  const commands = steps.flatMap(({ run }) => run ?? []);
  const called = commands.flatMap((run) => [...run.matchAll(/npm run ([\w-]+)/g)].map(([, name]) => name ?? ''));
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(called));
  const named = commands.flatMap((run) => run.match(/(?<=\s)(\.ci\/run|(tools|deploy)\/[\w./-]+)/g) ?? []);
  const files = [
    ...named,
    ...steps.flatMap((step) => step.with?.file ?? []),
    ...Object.values(jobs).flatMap((job) => job.uses ?? []),
  ];
  expect(files.filter((file) => !existsSync(join(repositoryRoot, file)))).toEqual([]);
});

test('the checks of a change are the script that contributors run', () => {
  const checks = Object.fromEntries(workflows)['checks.yml'];
  expect(checks?.jobs.checks?.steps?.map(({ run }) => run)).toContain('bash .ci/run');
});
