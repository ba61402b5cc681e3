import { Overloaded } from './refusals.ts';

/** Bytes of uploads that one process holds at once, so that a few of them cannot exhaust its memory (T31). */
const budget = 40 * 1024 * 1024;

export interface UploadBudget {
  /** Runs `work` while `bytes` are taken; refuses when there is no room. */
  with<T>(bytes: number, work: () => Promise<T>): Promise<T>;
}

export function uploadBudget(): UploadBudget {
  let free = budget;
  return {
    async with(bytes, work) {
      if (bytes > free) throw Overloaded('uploads', 2);
      free -= bytes;
      try {
        return await work();
      } finally {
        free += bytes;
      }
    },
  };
}
