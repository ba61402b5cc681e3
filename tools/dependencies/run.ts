import { execFile } from 'node:child_process';
import { judgeAudit } from './judge-audit.ts';

/** `node tools/dependencies/run.ts`: fails on a known vulnerability in what we ship. Prints a warning when the registry returns no audit. */
const args = ['audit', '--omit=dev', '--audit-level=high', '--json'];
execFile('npm', args, { timeout: 120_000, maxBuffer: 64 * 1_048_576 }, (_error, stdout, stderr) => {
  const { isGood, lines } = judgeAudit(stdout, stderr);
  for (const line of lines) console.log(line);
  process.exitCode = isGood ? 0 : 1;
});
