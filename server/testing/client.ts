export interface TestReply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at replies of every shape
  body: any;
  headers: Headers;
  text: string;
}

type Send = (path: string, body?: unknown, headers?: Record<string, string>) => Promise<TestReply>;

/** Speaks HTTP to a running instance with fixed headers. */
export interface Client {
  get: Send;
  post: Send;
  put: Send;
  patch: Send;
  delete: Send;
  request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<TestReply>;
  /** The same client with more headers. */
  with(headers: Record<string, string>): Client;
}

export function clientOf(baseUrl: string, fixed: Record<string, string> = {}): Client {
  const request: Client['request'] = async (method, path, body, headers = {}) => {
    const isRaw = typeof body === 'string' || body instanceof FormData;
    const type = body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' };
    const response = await fetch(baseUrl + path, {
      method,
      redirect: 'manual',
      headers: { ...type, ...fixed, ...headers },
      ...(body === undefined ? {} : { body: isRaw ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parsed(text) };
  };
  const by =
    (method: string): Send =>
    (path, body, headers) =>
      request(method, path, body, headers);
  return {
    request,
    get: (path, _body, headers) => request('GET', path, undefined, headers),
    post: by('POST'),
    put: by('PUT'),
    patch: by('PATCH'),
    delete: by('DELETE'),
    with: (headers) => clientOf(baseUrl, { ...fixed, ...headers }),
  };
}

function parsed(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return text;
  }
}
