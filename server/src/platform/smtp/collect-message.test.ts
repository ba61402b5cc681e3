import { PassThrough } from 'node:stream';
import type { SMTPServerDataStream } from 'smtp-server';
import { expect, test } from 'vitest';
import { ByteBudget } from '#platform/budget';
import { collectMessage } from './collect-message.ts';

function collectInto(budget: ByteBudget, maxKept = 100) {
  const stream = new PassThrough();
  const held = budget.open();
  const limits = { maxBytes: 100, maxKept, held, disconnect: () => {} };
  // A data stream is a readable one that also knows whether the size was exceeded.
  return { stream, held, message: collectMessage(stream as unknown as SMTPServerDataStream, limits) };
}

test('a message that does not fit beside the others is refused after its end, and holds nothing', async () => {
  const budget = new ByteBudget({ maxBytes: 60 });
  const first = collectInto(budget, 40);
  first.stream.write('x'.repeat(50)); // 40 are kept
  const second = collectInto(budget);
  second.stream.write('x'.repeat(15));
  second.stream.end('x'.repeat(6));

  await expect(second.message).rejects.toMatchObject({ responseCode: 451 });
  expect(budget.freeBytes).toBe(20);

  first.stream.end();
  expect(await first.message).toEqual({ raw: Buffer.alloc(40, 'x'), size: 50 });
  expect(budget.freeBytes).toBe(20); // until the message is dealt with
  first.held.giveBack();
  expect(budget.freeBytes).toBe(60);
});
