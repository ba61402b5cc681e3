export { type ConditionCase, conditionFrom, contactWith, evaluateBoth } from './cases.ts';
export { conditionsSeed, type Random, randomOf } from './random.ts';
export { treesOf } from './random-tree.ts';
export { randomScalar, randomText, randomTime } from './random-value.ts';
export { factsOf, otherProject, ownProject, randomWorld, type World, type WorldContact } from './random-world.ts';
export { compileIn, openScratchContacts, type ScratchContacts } from './scratch-contacts.ts';
