import { expect, test } from 'vitest';
import { uploadBudget } from './upload-budget.ts';

const megabyte = 1024 * 1024;

test('uploads that do not fit are refused until others end, well or badly', async () => {
  const uploads = uploadBudget();
  const { promise, resolve } = Promise.withResolvers<void>();
  const running = Array.from({ length: 8 }, () => uploads.with(5 * megabyte, () => promise));

  await expect(uploads.with(5 * megabyte, async () => 'in')).rejects.toMatchObject({ code: 'OVERLOADED' });
  resolve();
  await Promise.all(running);
  await expect(uploads.with(40 * megabyte, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');

  expect(await uploads.with(40 * megabyte, async () => 'in')).toBe('in');
});
