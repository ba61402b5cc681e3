/** Something that is loaded by the first caller and kept for the others. */
interface LoadedOnce<T> {
  /** Loads it, or waits for the load that is under way. After one that failed the next call tries again. */
  get(): Promise<T>;
  /** Does something with it when it is there; nothing if it never was. */
  close(work: (loaded: T) => void): Promise<void>;
}

export function loadOnce<T>(load: () => Promise<T>): LoadedOnce<T> {
  let loading: Promise<T> | null = null;
  return {
    get() {
      loading ??= load().catch((error: unknown) => {
        loading = null;
        throw error;
      });
      return loading;
    },
    async close(work) {
      await loading?.then(work, () => {});
    },
  };
}
