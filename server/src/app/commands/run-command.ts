import { ConfigError } from '#platform/config';
import { startRefusal } from '../start-refusal.ts';
import { type Command, type CommandOutput, CommandRefused, WrongUse } from './command.ts';
import { commandHelp, describe } from './help.ts';
import { asksHelp, findCommand, parseCall } from './parse-call.ts';

/** Where output goes; process.stdout and process.stderr but for tests. */
interface Terminal {
  readonly stdout: { readonly isTTY?: boolean; write(text: string): unknown };
  readonly stderr: { readonly isTTY?: boolean; write(text: string): unknown };
}

/** Runs the command that the arguments name and returns the exit code: 0 done, 1 refused or a check failed, 2 wrong use. */
export async function runCommand(
  commands: readonly Command[],
  [name = 'all', ...rest]: readonly string[],
  terminal: Terminal = process,
): Promise<number> {
  try {
    const command = findCommand(commands, namedByOption[name] ?? name);
    if (asksHelp(rest)) {
      outputTo(terminal, rest.includes('--json')).result(describe(command), commandHelp(command));
      return 0;
    }
    const call = parseCall(command, rest);
    await command.run(call, outputTo(terminal, call.flags.json === true));
    return 0;
  } catch (error) {
    const { lines, code } = reportOf(error);
    terminal.stderr.write(`${lines.join('\n')}\n`);
    return code;
  }
}

const namedByOption: Readonly<Record<string, string>> = { '--help': 'help', '-h': 'help', '--version': 'version' };

const outputTo = ({ stdout, stderr }: Terminal, asksJson: boolean): CommandOutput => ({
  result(value, lines) {
    stdout.write(`${asksJson || !stdout.isTTY ? JSON.stringify(value) : lines.join('\n')}\n`);
  },
  progress(line) {
    if (stderr.isTTY) stderr.write(`${line}\n`);
  },
});

/** Errors that a person can do something about, without a stack trace. */
function reportOf(error: unknown): { lines: string[]; code: number } {
  if (error instanceof WrongUse) return { lines: [error.message], code: 2 };
  if (error instanceof CommandRefused) {
    return { lines: [error.message, ...(error.suggestion ? [error.suggestion] : [])], code: 1 };
  }
  if (error instanceof ConfigError) return { lines: [error.message], code: 1 };
  const refusal = startRefusal(error);
  if (refusal) return { lines: [refusal.line], code: 1 };
  if (isOfFile(error)) return { lines: [`A file or folder cannot be used: ${error.message}.`], code: 1 };
  throw error;
}

const fileCalls = new Set(['open', 'read', 'write', 'mkdir', 'rename', 'unlink', 'rm', 'stat', 'lstat', 'fsync']);
const fileCodes = new Set([
  'EACCES',
  'EDQUOT',
  'EEXIST',
  'EISDIR',
  'ELOOP',
  'ENAMETOOLONG',
  'ENOENT',
  'ENOSPC',
  'ENOTDIR',
  'EPERM',
  'EROFS',
]);

/** Such as a path that is not there, or a disk that is full or read-only. */
const isOfFile = (error: unknown): error is Error =>
  error instanceof Error &&
  'syscall' in error &&
  'code' in error &&
  fileCalls.has(String(error.syscall)) &&
  fileCodes.has(String(error.code));
