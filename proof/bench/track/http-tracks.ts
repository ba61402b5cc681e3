import { httpRate } from '../http-rate.ts';
import type { TrackLoad } from './track-load.ts';

/** `POST /v1/track`, the same events as the bare run. */
export const httpTracks = (url: string, load: TrackLoad): Promise<number> =>
  httpRate(url, {
    ...load,
    next() {
      const { project, ...body } = load.next();
      return { path: '/v1/track', key: project.publicKey, body };
    },
  });
