import type { Command, CommandGroup } from './command.ts';
import { useOf } from './parse-call.ts';

const maxColumns = 100;

/** `postrider help`: every command with what it does. */
export const helpOf = (groups: () => readonly CommandGroup[]): Command => ({
  name: 'help',
  summary: 'Show this list',
  async run(_call, io) {
    const shown = groups();
    const commands = shown.flatMap((group) => group.commands);
    const width = Math.max(...commands.map(({ name }) => name.length));
    const lines = [
      'Postrider, one program for the server and its upkeep. Without a command: all.',
      ...shown.flatMap((group) => [
        '',
        `${group.title}:`,
        ...group.commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
      ]),
      '',
      'Arguments of a command: postrider <command> --help. Settings come from the environment.',
      'Results are JSON when standard output is no terminal, or with --json.',
      'Exit code: 0 done, 1 refused or a check failed, 2 wrong use; of a role that cannot start 69 (a',
      'service is away) or 78 (a setting is wrong).',
    ];
    io.result({ commands: commands.map(describe) }, lines);
  },
});

/** What `help --json` and `<command> --help --json` say of a command. */
export const describe = (command: Command): { name: string; use: string; summary: string } => ({
  name: command.name,
  use: useOf(command),
  summary: command.summary,
});

/** `<command> --help` as text. An option stays beside its value. */
export const commandHelp = (command: Command): string[] => [
  ...wrapped(`Use: ${useOf(command)}`.split(/ (?<!\| )(?=\[|--)/), '       '),
  '',
  `${command.summary}.`,
];

/** The parts in lines that fit; those after the first begin with `indent`. */
function wrapped(parts: readonly string[], indent = ''): string[] {
  const [first = '', ...rest] = parts;
  const lines = [first];
  for (const part of rest) {
    const line = `${lines.at(-1)} ${part}`;
    if (line.length <= maxColumns) lines[lines.length - 1] = line;
    else lines.push(indent + part);
  }
  return lines;
}
