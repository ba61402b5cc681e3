/** How much one request may carry; `GET /config` tells clients. */
export const maxBulkIds = 1_000;
export const maxLookupEmails = 500;
export const maxImportBytes = 5 * 1024 * 1024;
