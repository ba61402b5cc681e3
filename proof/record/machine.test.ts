import { expect, onTestFinished, test } from 'vitest';
import { adminUrl, newName, runStatements } from '../../server/testing/database.ts';
import { machineNow } from './machine.ts';

test('a server that may lose a commit is no machine to measure on', async () => {
  const login = newName();
  await runStatements(
    adminUrl(),
    `create role ${login} login password 'weak'`,
    `alter role ${login} set synchronous_commit = off`,
  );
  onTestFinished(() => runStatements(adminUrl(), `drop role ${login}`));
  const url = new URL(adminUrl());
  [url.username, url.password] = [login, 'weak'];

  await expect(machineNow(url.href)).rejects.toThrow(/^a proof needs a PostgreSQL with .*synchronous_commit.* on: /);
});
