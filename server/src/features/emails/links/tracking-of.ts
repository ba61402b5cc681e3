import type { EmailType } from '../email.ts';

export type ProjectTracking = 'ENABLED' | 'DISABLED' | 'MARKETING_ONLY';

/** Whether pixel and links of a mail are tracked: the project's setting first, then what the request asks for (D-608, D-662). */
export function trackingOf(
  setting: ProjectTracking,
  type: EmailType,
  isRequested?: boolean,
): { readonly tracksOpens: boolean; readonly tracksClicks: boolean } {
  const isTracked = isRequested !== false && isTrackedBy(setting, type);
  return { tracksOpens: isTracked, tracksClicks: isTracked };
}

/** By the project's setting alone; hits on sent mail are counted by it too. */
export const isTrackedBy = (setting: ProjectTracking, type: EmailType): boolean =>
  setting === 'ENABLED' || (setting === 'MARKETING_ONLY' && type !== 'TRANSACTIONAL');
