import { markCopyDeleted } from '#features/projects';
import type { Config } from '#platform/config';
import { CommandRefused } from '../commands/command.ts';
import { onBothDatabases } from './both-databases.ts';
import { findCopy } from './find-project.ts';
import { refuseErasedFiles } from './refusals.ts';

export interface CopyErasure {
  readonly projectId: string;
  /** Database of the installation that has the project now. */
  readonly nowAt: string;
  /** It was deleted there, so there is nothing to find. */
  readonly isDeletedThere: boolean;
  /** Images outside of the database may be deleted, too: the other installation has its own. */
  readonly hasOwnFiles: boolean;
}

/**
 * Ends the copy that a moved project has left in this installation. Why it looks into the other one: after a restore from before the
 * move the copy may be all that is left.
 */
export const eraseCopy = (config: Config, erasure: CopyErasure): Promise<void> => {
  const { projectId, nowAt: url, isDeletedThere, hasOwnFiles } = erasure;
  return onBothDatabases(config, { projectId, url, option: '--now-at' }, 0, async (other, own) => {
    const there = await findCopy(other, projectId);
    if (there === 'former')
      throw new CommandRefused(
        'The project has moved on from there, or is about to.',
        'Give the database of the installation that has it now with --now-at.',
      );
    if (there === 'none' && !isDeletedThere)
      throw new CommandRefused(
        'The database of --now-at has no such project.',
        'Was it deleted there? Say --deleted-there.',
      );
    if (!hasOwnFiles) await refuseErasedFiles(own, projectId);
    if (!(await markCopyDeleted(own, projectId)))
      throw new CommandRefused('This installation has no copy of a project that has moved by this id.');
  });
};
