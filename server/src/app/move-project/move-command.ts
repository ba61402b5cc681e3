import { loadConfig } from '#platform/config';
import { readId } from '#platform/ids';
import { type Command, WrongUse } from '../commands/command.ts';
import { eraseCopy } from './erase-copy.ts';
import { abortMove, moveProject } from './move-project.ts';

const moveCommand: Command = {
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
      'The other installation keeps a copy: it refuses to write to it and still shows it to readers, until `postrider erase-moved` there.',
      'Records and topics outside still lead there: see "Afterwards" in docs/operating/cells.md.',
    ]);
  },
};

const eraseMovedCommand: Command = {
  name: 'erase-moved',
  usage: '<project id> --now-at <database> [--deleted-there] [--files-too]',
  summary: 'Erase the copy of a project that has moved to another installation',
  needs: ['<project id>'],
  options: { 'now-at': 'text', 'deleted-there': 'flag', 'files-too': 'flag' },
  async run({ given: [id = ''], texts: { 'now-at': nowAt = '' }, flags }, io) {
    const projectId = readId<'project'>(id);
    if (!projectId) throw new WrongUse('erase-moved needs the id of a project.');
    if (!URL.canParse(nowAt))
      throw new WrongUse('erase-moved needs --now-at, the database of the installation that has the project now.');
    const isDeletedThere = flags['deleted-there'] ?? false;
    await eraseCopy(loadConfig(), { projectId, nowAt, isDeletedThere, hasOwnFiles: flags['files-too'] ?? false });
    io.result({ projectId, state: 'erasing' }, [
      'Keys and team of the copy have ended. A worker erases the rest; it begins within half an hour.',
    ]);
  },
};

export const moveCommands: readonly Command[] = [moveCommand, eraseMovedCommand];
