import type { TestProject } from 'vitest/node';
import { createMigratedDatabase, dropDatabase, runStatements, urlOf } from './database.ts';
import { watchSubscriptions } from './subscription-watch.ts';

declare module 'vitest' {
  interface ProvidedContext {
    templateDatabase: string;
  }
}

/** Migrates one database for the whole run; each test file works on a copy of it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const name = await createMigratedDatabase();
  await runStatements(urlOf(name), watchSubscriptions);
  project.provide('templateDatabase', name);
  return () => dropDatabase(name);
}
