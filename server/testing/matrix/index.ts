export { callerProject, entryRequest, entryVerdict } from './entry-requests.ts';
export { extrasFor, masked, planted } from './extras.ts';
export { type Neighbours, neighbourViolations, readViolations } from './neighbour.ts';
export { openProjectFixture } from './open-project-fixture.ts';
export type { ProjectFixture } from './project-fixture.ts';
export {
  type MatrixRequest,
  matrixSettings,
  nameOf,
  newAddress,
  ownersHeaders,
  pathOf,
  type Requests,
  send,
} from './request.ts';
export { requests } from './requests.ts';
export { resourceBuilders } from './resources.ts';
export { difference, openRows, type RowInspector } from './rows.ts';
export { slotsOf } from './slots.ts';
export { nameOfTarget, type Target, targetsOf, withValue } from './targets.ts';
