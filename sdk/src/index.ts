/** The version of this client; the API it speaks is `openapi.json` of the same release. */
export const version = '0.1.0';
