import { defineFeature } from '#platform/feature';
import { removeFiles } from './remove-files.ts';
import * as routes from './routes.ts';
import { storageCheck } from './storage-check.ts';
import { wipeUploads } from './wipe-uploads.ts';

export const uploads = defineFeature({
  name: 'uploads',
  routes: Object.values(routes),
  schedules: [removeFiles],
  doctorChecks: [storageCheck],
  wipe: wipeUploads,
});
