type Headers = Readonly<Record<string, string | readonly string[]>>;

/** A reply with another status than the route's first one, or with headers. A body may be a stream, of a type that the headers name. */
export class Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;

  constructor(status: number, body: unknown, headers: Headers = {}) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** `return answer(201, contact)` where a route has several success statuses, or sets a header. */
export const answer = (status: number, body: unknown, headers?: Headers): Answer => new Answer(status, body, headers);

export const redirect = (location: string, headers: Headers = {}): Answer =>
  new Answer(302, null, { ...headers, location });
