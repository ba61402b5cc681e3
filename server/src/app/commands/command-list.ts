import { backupCommands } from '../backup/backup-commands.ts';
import { sendingCommands } from '../backup/sending-commands.ts';
import { doctorCommand } from '../doctor/doctor-command.ts';
import { moveCommands } from '../move-project/move-command.ts';
import { type RoleName, start } from '../start.ts';
import type { Command, CommandGroup } from './command.ts';
import { helpOf } from './help.ts';
import { mcpCommand } from './mcp-command.ts';
import { sendCommand } from './send-command.ts';
import { versionCommand } from './version-command.ts';

const role = (name: RoleName, summary: string): Command => ({ name, summary, run: () => start(name) });

const groups: readonly CommandGroup[] = [
  {
    title: 'Roles',
    commands: [
      role('all', 'Migrate, then run API, worker and incoming mail in one process'),
      role('api', 'Serve the API and the dashboard'),
      role('worker', 'Hand over mail and do all other background work'),
      role('inbound', 'Take bounces and incoming mail by SMTP'),
      role('dev', 'Run everything on a database of its own, with sample data'),
    ],
  },
  {
    title: 'Upkeep',
    commands: [
      role('migrate', 'Bring the database to this version'),
      role('rotate', 'Seal stored secrets with a new SECRET_KEY'),
      role('owner-link', 'Print a new link for the first owner'),
      doctorCommand,
      ...backupCommands,
      ...sendingCommands,
      ...moveCommands,
    ],
  },
  { title: 'Clients of an instance', commands: [sendCommand, mcpCommand] },
  { title: 'About this program', commands: [versionCommand, helpOf(() => groups)] },
];

/** Every command of `postrider`, in the order of the help. */
export const commands: readonly Command[] = groups.flatMap((group) => group.commands);
