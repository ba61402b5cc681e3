export interface BenchProject {
  id: string;
  secretKey: string;
}

/** One upsert after the other, the same mixture for both sides: half new addresses, half known ones with new data. */
export interface UpsertLoad {
  milliseconds: number;
  concurrency: number;
  poolSize: number;
  next(): { project: BenchProject; email: string; data: Record<string, unknown> };
}

/** Spread over many projects, because one project may send a thousand requests a minute. */
export function upsertLoad(projects: readonly BenchProject[], label: string, milliseconds: number): UpsertLoad {
  let count = 0;
  return {
    milliseconds,
    concurrency: 20,
    poolSize: 10,
    next() {
      count += 1;
      const project = projects[count % projects.length];
      if (!project) throw new Error('a load needs projects');
      const person = Math.floor(count / projects.length / 2);
      const data = { plan: count % 3 === 0 ? 'pro' : 'free', step: `${label}-${count}`, city: 'Bonn' };
      return { project, email: `${label}-${person}@example.com`, data };
    },
  };
}
