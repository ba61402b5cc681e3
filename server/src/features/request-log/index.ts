export { requestLog } from './feature.ts';
export { makeRequestLog } from './make-request-log.ts';
