import type { Feature } from '#platform/feature';

/** The product at a glance, bottom floor first. */
export const features: readonly Feature[] = [];

export const allTasks = features.flatMap((feature) => feature.tasks ?? []);
export const allSchedules = features.flatMap((feature) => feature.schedules ?? []);
