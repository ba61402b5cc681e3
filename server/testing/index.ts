export { type Browser, browserAt } from './browser.ts';
export { bearer, type Client, clientOf, type Reply } from './client.ts';
export {
  type ConditionCase,
  compileIn,
  conditionFrom,
  conditionsSeed,
  contactWith,
  evaluateBoth,
  factsOf,
  openScratchContacts,
  otherProject,
  ownProject,
  type Random,
  randomOf,
  randomScalar,
  randomText,
  randomTime,
  randomWorld,
  type ScratchContacts,
  treesOf,
  type World,
} from './conditions/index.ts';
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
export { type DnsBehaviour, startDns, type TestDns } from './dns-server.ts';
export { fileForm } from './file-form.ts';
export type { GivenProject } from './given.ts';
export { hasKnot, type Knot, startKnot } from './knot.ts';
export { publish, type RequestedRecord } from './publish.ts';
export { type SignInServer, startGithubServer, startOidcServer } from './sign-in-servers.ts';
export { addParcels, connect, createParcels, openSetup, parcels } from './spool-setup.ts';
export { anotherProcess, runSchedule, startTestApp, type TestApp, testApp } from './test-app.ts';
