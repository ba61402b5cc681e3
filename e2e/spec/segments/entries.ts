import type { Entry } from '../entry.ts';
import { addMembers, computeSegment, dropMembers, previewSegment, removeMembers, segmentContacts } from './members.ts';
import { createSegment, deleteSegment, getSegment, listSegments, patchSegment, refreshSegment } from './segments.ts';

export const segmentEntries: readonly Entry[] = [
  listSegments,
  createSegment,
  getSegment,
  patchSegment,
  deleteSegment,
  segmentContacts,
  addMembers,
  dropMembers,
  removeMembers,
  computeSegment,
  refreshSegment,
  previewSegment,
];
