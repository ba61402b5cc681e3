export interface CurlCall {
  readonly method?: string;
  /** Without the base address: `/emails`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON as text. */
  readonly body?: string | null;
  /** The variable that holds the key; the key itself is never written. */
  readonly keyName?: 'POSTRIDER_KEY' | 'POSTRIDER_PUBLIC_KEY';
}

/** The exact request behind a view, for a shell. */
export function curlOf(baseUrl: string, call: CurlCall): string {
  const { method = 'GET', path, query = {}, headers = {}, body, keyName = 'POSTRIDER_KEY' } = call;
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value));
  const search = parameters.toString();
  const address = `${baseUrl.replace(/\/+$/, '')}${path}${search ? `?${search}` : ''}`;
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(address)}`];
  lines.push(`-H "Authorization: Bearer $${keyName}"`);
  for (const [name, value] of Object.entries(headers)) lines.push(`-H ${quoted(`${name}: ${value}`)}`);
  if (body) lines.push(`-H 'Content-Type: application/json'`, `-d ${quoted(body)}`);
  return lines.join(' \\\n  ');
}

/** A JSON body on lines of its own, so that a snippet shows all of it. */
export const readableBody = (body: object): string => JSON.stringify(body, null, 2).replaceAll('\n', '\n  ');

/** One argument of a POSIX shell: a quote inside ends the text, stands escaped, and begins it again. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
