import { loadConfig } from '#platform/config';
import { readId } from '#platform/ids';
import { type Command, WrongUse } from '../commands/command.ts';
import { abortMove, moveProject } from './move-project.ts';

export const moveCommand: Command = {
  name: 'move-project',
  usage: '<project id> --from <database> --owner <address> [--files-copied] | --abort',
  summary: 'Bring a project of another installation into this one',
  needs: ['<project id>'],
  options: { from: 'text', owner: 'text', 'files-copied': 'flag', abort: 'flag' },
  async run({ given: [id = ''], texts: { from = '', owner = '' }, flags }, io) {
    const projectId = readId<'project'>(id);
    if (!projectId) throw new WrongUse('move-project needs the id of a project.');
    if (!URL.canParse(from)) throw new WrongUse('move-project needs --from, the database of the other installation.');
    const config = loadConfig();
    if (flags.abort) {
      await abortMove(config, { projectId, from });
      return io.result({ projectId, state: 'released' }, ['The project works on where it was.']);
    }
    if (owner === '') throw new WrongUse('move-project needs --owner, the address of an account here.');
    const move = { projectId, from, owner, hasCopiedFiles: flags['files-copied'] ?? false };
    const { tables, handle, mark, heldSeconds } = await moveProject(config, move, (line) => io.progress(line));
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const routerKey = `${mark ?? ''}-${handle}`;
    io.result({ projectId, state: 'moved', rows, heldSeconds, routerKey, tables }, [
      `${rows} rows of ${tables.length} tables are here and equal; the project was held for ${heldSeconds} s.`,
      `Give the router its line now: ${routerKey} ${config.CELL}`,
      'The other installation keeps a copy: it refuses to write to it and still shows it to readers. Erasing it is not built yet.',
      'Records and topics outside still lead there: see "Afterwards" in docs/operating/cells.md.',
    ]);
  },
};
