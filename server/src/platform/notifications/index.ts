export { type ChangeNotices, listenForChanges, makeChangeNotices } from './change-notices.ts';
export { type Listening, listen } from './listen.ts';
