export { endWorkerPause, findWorkerPause, setWorkerPause, whenNotPaused } from './worker-pause.ts';
