import { transportSuite } from '#testing/transport-suite';
import type { HandOverOutcome } from '../outcome.ts';
import { inboxTransport } from './inbox-transport.ts';

transportSuite('the inbox', async () => {
  const kept: { from: string; to: string; message: Buffer }[] = [];
  let how = 'accepts';
  const refusals: Record<string, HandOverOutcome> = {
    'refuses for now': { kind: 'deferred', reason: '451 4.3.0 Later', about: 'other' },
    'refuses for good': { kind: 'rejected', reason: '550 5.7.1 No', bounce: 'policy', suppresses: false },
    'refuses the address': { kind: 'rejected', reason: '550 5.1.1 Nobody', bounce: 'address', suppresses: true },
  };
  let isGone = false;
  const transport = inboxTransport(async ({ envelope, message }) => {
    if (how === 'cut') throw Object.assign(new Error('no room'), { code: '53100' });
    const refusal = refusals[how];
    if (refusal) return refusal;
    if (how === 'answers late') await new Promise((resolve) => setTimeout(resolve, 100));
    kept.push({ ...envelope, message });
    if (how === 'takes it and says nothing') throw new Error('connection lost');
    return { kind: 'accepted', transportId: null };
  });
  return {
    transport: {
      ...transport,
      check: async () => (isGone ? { isWell: false, stage: 'connect', reason: 'no database' } : transport.check()),
    },
    received: async () => kept,
    behave: (next) => {
      how = next;
    },
    cut: () => {
      how = 'cut';
    },
    async vanish() {
      [isGone, how] = [true, 'cut'];
    },
    close: async () => {},
  };
});
