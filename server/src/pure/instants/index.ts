export { isStoredInstant, nearestStoredInstant } from './stored-instant.ts';
