import { httpRate } from '../http-rate.ts';
import type { UpsertLoad } from './upsert-load.ts';

/** `POST /contacts`, the same mixture as the bare run. */
export const httpUpserts = (url: string, load: UpsertLoad): Promise<number> =>
  httpRate(url, {
    ...load,
    next() {
      const { project, email, data } = load.next();
      return { path: '/contacts', key: project.secretKey, body: { email, data } };
    },
  });
