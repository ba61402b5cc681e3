import { backupCommands } from '../backup/backup-commands.ts';
import { sendingCommands } from '../backup/sending-commands.ts';
import { doctorCommand } from '../doctor/doctor-command.ts';
import { moveCommands } from '../move-project/move-command.ts';
import { type RoleName, start } from '../start.ts';
import type { Command } from './command.ts';
import { helpOf } from './help.ts';
import { mcpCommand } from './mcp-command.ts';
import { sendCommand } from './send-command.ts';

const role = (name: RoleName, summary: string): Command => ({ name, summary, run: () => start(name) });

/** Every command of `postrider`, in the order of the help. */
export const commands: readonly Command[] = [
  role('all', 'Migrate, then run API, worker and incoming mail in one process'),
  role('api', 'Serve the API and the dashboard'),
  role('worker', 'Hand over mail and do all other background work'),
  role('inbound', 'Take bounces and incoming mail by SMTP'),
  role('migrate', 'Bring the database to this version'),
  role('rotate', 'Seal stored secrets with a new SECRET_KEY'),
  role('owner-link', 'Print a new link for the first owner'),
  role('dev', 'Run everything on a database of its own, with sample data'),
  doctorCommand,
  ...backupCommands,
  ...sendingCommands,
  ...moveCommands,
  sendCommand,
  mcpCommand,
  helpOf(() => commands),
];
