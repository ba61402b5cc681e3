import { parseArgs } from 'node:util';
import { editDistance } from '#pure/edit-distance';
import { type Command, type CommandCall, WrongUse } from './command.ts';

/** The command of this name; a similar one is suggested when there is none. */
export function findCommand(commands: readonly Command[], name: string): Command {
  const found = commands.find((command) => command.name === name);
  if (found) return found;
  const near = commands.map((command) => command.name).find((known) => editDistance(known, name, 2) <= 2);
  throw new WrongUse(`There is no command ${name}. ${near ? `Did you mean ${near}? ` : ''}See: postrider help`);
}

export const useOf = ({ name, usage }: Command): string => ['postrider', name, usage].filter(Boolean).join(' ');

/** Whether `--help` or `-h` is among the options. */
export const asksHelp = (args: readonly string[]): boolean => {
  const end = args.indexOf('--');
  return args.slice(0, end === -1 ? undefined : end).some((arg) => arg === '--help' || arg === '-h');
};

/** Reads arguments by what the command takes. */
export function parseCall(command: Command, args: readonly string[]): CommandCall {
  const { name, needs = [], options = {} } = command;
  const wrong = (reason: string): WrongUse => new WrongUse(`${reason} Use: ${useOf(command)}`);
  const { values, positionals } = parsed(options, args, wrong);
  const missing = needs.slice(positionals.length);
  if (missing.length > 0) throw wrong(`${name} needs ${missing.join(' and ')}.`);
  if (positionals.length > needs.length) throw wrong(`${name} does not take ${positionals[needs.length]}.`);
  const all = Object.entries(values);
  return {
    given: positionals,
    texts: Object.fromEntries(all.filter((pair): pair is [string, string] => typeof pair[1] === 'string')),
    flags: Object.fromEntries(all.filter((pair): pair is [string, boolean] => typeof pair[1] === 'boolean')),
  };
}

function parsed(
  options: NonNullable<Command['options']>,
  args: readonly string[],
  wrong: (reason: string) => WrongUse,
): { values: Record<string, unknown>; positionals: string[] } {
  const known = Object.entries({ json: 'flag', ...options }).map(([name, kind]) => [
    name,
    { type: kind === 'flag' ? ('boolean' as const) : ('string' as const) },
  ]);
  try {
    return parseArgs({ args: [...args], options: Object.fromEntries(known), allowPositionals: true });
  } catch (error) {
    const [reason = ''] = (error as Error).message.split('. '); // parseArgs throws errors; the rest is advice on its own syntax
    throw wrong(`${reason}.`);
  }
}
