import type { Client } from 'pg';
import { onTestFinished } from 'vitest';
import { type Move, type MoveResult, moveProject } from '../src/app/move-project/move-project.ts';
import { connect } from './spool-setup.ts';
import { type TestApp, testApp } from './test-app.ts';

/** Two installations of their own, between which projects are moved. */
export interface TwoCells {
  readonly from: TestApp;
  readonly to: TestApp;
  /** Superusers in the databases of both. */
  readonly source: Client;
  readonly target: Client;
  move(projectId: string, change?: Partial<Move>): Promise<MoveResult>;
}

export const firstSecret = 'the-secret-of-the-first-cell-of-32-characters';

/** The second one accepts what the first one signed. They end with the test. */
export async function twoCells(settings: Record<string, string> = { SECRET_KEYS_OLD: firstSecret }): Promise<TwoCells> {
  const from = await testApp({ CELL: 'eu1', SECRET_KEY: firstSecret });
  const to = await testApp({ CELL: 'eu2', ...settings });
  const { email: owner } = await to.given.user();
  const [source, target] = [await connect(from.databaseUrl), await connect(to.databaseUrl)];
  onTestFinished(async () => {
    await source.end();
    await target.end();
  });
  return {
    ...{ from, to, source, target },
    move: (projectId, change = {}) => {
      const move = { projectId, from: from.databaseUrl, owner, hasCopiedFiles: true, ...change };
      return moveProject(to.app.services.config, move, () => {});
    },
  };
}
