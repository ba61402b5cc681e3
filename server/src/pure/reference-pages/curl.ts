import type { PlacedOperation } from './api-document.ts';

/** The request of an operation for a shell. What the caller must fill in are variables. */
export function curlOf(baseUrl: string, operation: PlacedOperation): string {
  const { method, path, requestBody } = operation;
  const address = shellText(`${baseUrl.replace(/\/$/, '')}${path}`).replace(
    /\{(\w+)\}/g,
    (_all, name: string) => `$${variable(name)}`,
  );
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}"${address}"`, ...credentials[operation['x-auth']]];
  const json = requestBody?.content['application/json'];
  if (json) lines.push("-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(json.example, null, 2))}`);
  const form = requestBody?.content['multipart/form-data'];
  for (const part of Object.keys(form?.schema.properties ?? {})) lines.push(`-F ${quoted(`${part}=@`)}"$FILE"`);
  return lines.join(' \\\n  ');
}

const credentials: Readonly<Record<PlacedOperation['x-auth'], readonly string[]>> = {
  none: [],
  public: ['-H "Authorization: Bearer $POSTRIDER_PUBLIC_KEY"'],
  secret: ['-H "Authorization: Bearer $POSTRIDER_KEY"'],
  session: ['-b "__Host-session=$SESSION"'],
};

/** `deliveryId` is `$DELIVERY_ID`. */
const variable = (name: string): string => name.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase();

/** Inside double quotes of a POSIX shell. */
const shellText = (text: string): string => text.replace(/["$`\\]/g, '\\$&');

/** One argument: a quote inside ends the text, stands escaped, and begins it again. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
