import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const source = fileURLToPath(new URL('../..', import.meta.url));

/** Where the setting is described, given in development, turned into keys, and where a backup or a command names it. */
const mayName = [
  'platform/config/schema.ts',
  'platform/crypto/key-ring.ts',
  'app/dev.ts',
  'app/rotate.ts',
  'app/backup/backup-commands.ts',
  'app/backup/backup-content.ts',
  'app/backup/write-backup.ts',
  'app/commands/command-list.ts',
  'app/doctor/network-checks.ts',
  'app/move-project/refusals.ts',
];

test('everything is sealed and signed with the key ring: no other code reads SECRET_KEY, so it can be rotated (T34)', () => {
  const naming = globSync('**/*.ts', { cwd: source })
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) => /(?<!STRIPE_)SECRET_KEY/.test(withoutComments(readFileSync(`${source}/${file}`, 'utf8'))));

  expect(naming.toSorted()).toEqual([...mayName, 'features/emails/links/recipient-urls.ts'].toSorted());
});

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
