export interface CheckStep {
  name: string;
  /** Programs of packages by their plain name; `node` for our own. */
  command: readonly [program: string, ...args: string[]];
}

/** The steps of `npm run check`, in this order. */
export const steps: readonly CheckStep[] = [
  { name: 'format and lint', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { name: 'types', command: ['tsc', '--noEmit'] },
  { name: 'types of the dashboard', command: ['tsc', '--noEmit', '--project', 'dashboard'] },
  { name: 'promises and cycles', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'layers', command: ['node', 'tools/layers/run.ts'] },
  { name: 'words', command: ['node', 'tools/words/run.ts'] },
  { name: 'codes', command: ['node', 'tools/codes/run.ts'] },
  { name: 'patterns', command: ['node', 'tools/patterns/run.ts'] },
  { name: 'limits', command: ['node', 'tools/limits/run.ts'] },
  { name: 'unused code', command: ['knip', '--no-progress'] },
  { name: 'generated files', command: ['node', 'tools/generated/check.ts'] },
  { name: 'error codes and endpoints', command: ['node', 'tools/contract/run.ts'] },
  { name: 'tenant tables', command: ['node', 'tools/tenancy/run.ts'] },
  { name: 'shape', command: ['node', 'tools/shape.ts'] },
];
