import type { EmailType } from '../email.ts';

export type ProjectTracking = 'ENABLED' | 'DISABLED' | 'MARKETING_ONLY';

/** Whether pixel and links of a mail are tracked: the project's setting first, then the request's wish (D-608, D-662). */
export function trackingOf(
  setting: ProjectTracking,
  type: EmailType,
  wish?: boolean,
): { readonly tracksOpens: boolean; readonly tracksClicks: boolean } {
  const isTracked = wish !== false && isTrackedBy(setting, type);
  return { tracksOpens: isTracked, tracksClicks: isTracked };
}

/** What the project's setting says alone; later requests count by it too. */
export const isTrackedBy = (setting: ProjectTracking, type: EmailType): boolean =>
  setting === 'ENABLED' || (setting === 'MARKETING_ONLY' && type !== 'TRANSACTIONAL');
