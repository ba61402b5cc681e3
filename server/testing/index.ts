export { type Browser, browserAt } from './browser.ts';
export { type Client, clientOf, type TestReply } from './client.ts';
export * from './conditions/index.ts';
export {
  adminUrl,
  copyDatabase,
  createDatabase,
  createMigratedDatabase,
  dropDatabase,
  newName,
  urlOf,
  withMigratedDatabase,
} from './database.ts';
export { type Answering, startDns, type TestDns } from './dns-server.ts';
export { fileForm } from './file-form.ts';
export type { GivenProject } from './given.ts';
export { hasKnot, type Knot, startKnot } from './knot.ts';
export { type AskedRecord, publish } from './publish.ts';
export { type SignInServer, startGithubServer, startOidcServer } from './sign-in-servers.ts';
export { addParcels, connect, createParcels, openYard, parcels } from './spool-yard.ts';
export { anotherProcess, startTestApp, type TestApp, testApp } from './test-app.ts';
