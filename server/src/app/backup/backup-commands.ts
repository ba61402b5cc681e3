import { loadConfig } from '#platform/config';
import type { Command } from '../commands/command.ts';
import type { BackupEnd, BackupHeader } from './backup-content.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const summaryOf = ({ header, end }: { header: BackupHeader; end: BackupEnd }) => ({
  takenAt: header.takenAt,
  version: header.version,
  schema: header.migrations.at(-1) ?? null,
  keyId: header.keyId,
  rows: end.tables.reduce((sum, { rows }) => sum + rows, 0),
  files: end.files,
  missingFiles: end.missingFiles.length,
  tables: end.tables,
});

const backup: Command = {
  name: 'backup',
  usage: '<file>',
  summary: 'Write everything into one file, as of one moment, and read it back',
  needs: ['<file>'],
  async run({ given: [file = ''] }, io) {
    const result = summaryOf(await writeBackup(loadConfig(), file, (line) => io.progress(line)));
    io.result({ file, ...result }, [
      `${file}: ${result.rows} rows of ${result.tables.length} tables and ${result.files} files, read back.`,
      `It opens with the SECRET_KEY of today (${result.keyId}): keep that beside it, and both away from here.`,
      ...(result.missingFiles > 0 ? [`${result.missingFiles} uploaded files were not in the storage.`] : []),
    ]);
  },
};

const restore: Command = {
  name: 'restore',
  usage: '<file>',
  summary: 'Fill an empty database from a backup; sending stays paused',
  needs: ['<file>'],
  async run({ given: [file = ''] }, io) {
    const result = summaryOf(await restoreBackup(loadConfig(), file, (line) => io.progress(line)));
    io.result({ file, sending: 'paused', ...result }, [
      `Restored ${result.rows} rows and ${result.files} files as of ${result.takenAt}; every table equals the backup.`,
      'Sending is paused. Look around, then choose:',
      '  postrider resume-sending --moved   the former instance was stopped before the backup',
      '  postrider resume-sending --lost    it ran on after the backup: what waited then may have left',
    ]);
  },
};

export const backupCommands: readonly Command[] = [backup, restore];
