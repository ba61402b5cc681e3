import { version } from '#platform/version';
import type { Command } from './command.ts';

/** `postrider version`, also `postrider --version`. */
export const versionCommand: Command = {
  name: 'version',
  summary: 'Print the version of this program',
  async run(_call, io) {
    io.result({ version }, [version]);
  },
};
