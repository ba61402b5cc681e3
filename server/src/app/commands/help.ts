import type { Command } from './command.ts';

/** `postrider help`: every command with what it does. */
export const helpOf = (commands: () => readonly Command[]): Command => ({
  name: 'help',
  summary: 'Show this list',
  async run(_call, io) {
    const shown = commands().map(({ name, usage, summary }) => ({
      name,
      use: ['postrider', name, usage].filter(Boolean).join(' '),
      summary,
    }));
    const width = Math.max(...shown.map(({ use }) => use.length));
    const lines = [
      'Postrider, one program for the server and its upkeep. Without a command: all.',
      '',
      ...shown.map(({ use, summary }) => `  ${use.padEnd(width)}  ${summary}`),
      '',
      'Results are JSON when standard output is no terminal, or with --json. Exit code: 0 done, 1 refused or a check failed, 2 wrong use;',
      'a role that cannot start ends with 69 (a service is away) or 78 (a setting is wrong). Settings come from the environment.',
    ];
    io.result({ commands: shown }, lines);
  },
});
