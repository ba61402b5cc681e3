import { defineFeature } from '#platform/feature';
import { startTlsListener, tlsListener } from './listeners.ts';

export const submission = defineFeature({
  name: 'submission',
  portListeners: [startTlsListener, tlsListener],
});
