/** A word that strangers would have to learn, and what to say instead. */
export interface RefusedWord {
  readonly word: string;
  readonly instead: string;
  /** Refused only where a name begins with it: `atMost` may stay. */
  readonly isPrefix?: true;
}

/** In names: of files, types, functions and variables. `maxBytes` is the words `max` and `bytes`. */
export const refusedInNames: readonly RefusedWord[] = [
  { word: 'yard', instead: 'setup' },
  { word: 'cellar', instead: 'services, or platform' },
  { word: 'intercom', instead: 'signals' },
  { word: 'hearing', instead: 'listener' },
  { word: 'wish', instead: 'input' },
  { word: 'most', instead: 'max', isPrefix: true },
  { word: 'told', instead: 'notified, reported, or what the value is' },
  { word: 'teller', instead: 'notifier' },
  { word: 'purse', instead: 'bucket' },
  { word: 'desk', instead: 'writer' },
  { word: 'scout', instead: 'poll' },
  { word: 'shelf', instead: 'cache' },
  { word: 'lookout', instead: 'look-up options' },
  { word: 'consignment', instead: 'outgoing message' },
  { word: 'crew', instead: 'workers' },
  { word: 'crowd', instead: 'people' },
  { word: 'manners', instead: 'what they are: timeouts, headers' },
  { word: 'patience', instead: 'wait options, or time limit' },
  { word: 'bell', instead: 'wake signal' },
];

/** In comments and documents. What users read in mails and refusals may be warmer. */
export const refusedInProse: readonly RefusedWord[] = [
  { word: 'cellar', instead: 'platform' },
  { word: 'intercom', instead: 'signals' },
  { word: 'rooms above', instead: 'features above' },
  { word: 'front door', instead: 'index.ts, or the API' },
  { word: 'somebody', instead: 'the caller, or who it is' },
  { word: 'whoever', instead: 'the caller, or who it is' },
];
