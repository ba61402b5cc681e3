export { callers, type Doors, knock, toldByDoor } from './doors.ts';
export { extrasFor, masked, planted } from './extras.ts';
export { type Neighbours, neighbourViolations, readViolations } from './neighbour.ts';
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
export { difference, openRows, type Rows } from './rows.ts';
export { openScene, type Scene } from './scene.ts';
export { slotsOf } from './slots.ts';
export { nameOfTarget, type Target, targetsOf, withValue } from './targets.ts';
