/** An answer that is not simply the first reply of the route with a body. */
export class Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** `return answer(201, contact)` where a route has several good answers, or sets a header. */
export const answer = (status: number, body: unknown, headers?: Readonly<Record<string, string>>): Answer =>
  new Answer(status, body, headers);

export const redirect = (location: string, headers: Readonly<Record<string, string>> = {}): Answer =>
  new Answer(302, null, { ...headers, location });
