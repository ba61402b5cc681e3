export {
  beginWorkerPause,
  endWorkerPause,
  findWorkerPause,
  lastResumedAt,
  serverStart,
  setWorkerPause,
  whenNotPaused,
} from './worker-pause.ts';
