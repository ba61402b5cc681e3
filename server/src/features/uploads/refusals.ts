import { refusal } from '#platform/refusals';

export const FileNotFound = refusal('missing', 'RESOURCE_NOT_FOUND', () => ({
  message: 'There is no such file.',
  details: { resource: 'file' },
}));

export const StorageDisabled = refusal('unavailable', 'STORAGE_DISABLED', () => ({
  message: 'This instance keeps no uploads.',
  suggestion:
    'Its operator can enable them with the setting STORAGE. Images may also be kept on a web server of your own.',
}));

export const StorageAway = refusal('outside', 'EXTERNAL_SERVICE_ERROR', () => ({
  message: 'The storage of files refused, or did not answer. Nothing was kept.',
  suggestion: 'Try again later. The log of the instance says more to its operator.',
}));

export const StorageFull = refusal('unfit', 'STORAGE_LIMIT_REACHED', (limitBytes: number, usedBytes: number) => ({
  message: `The images of a project may have ${Math.floor(limitBytes / 1_048_576)} MB together, and with this one they would have more.`,
  suggestion: 'Send a smaller image. The operator of this instance can raise UPLOAD_MB_PER_PROJECT.',
  details: { limitBytes, usedBytes },
}));
